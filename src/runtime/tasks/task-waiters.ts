import type { StoredTask } from './stored-task.js'

type Hear = (stored: StoredTask) => void

/** Who waits for tasks in this process. */
export class TaskWaiters {
  readonly #waiting = new Map<string, Set<Hear>>()

  /** Calls back whenever this process has changed the task. Returns what ends it. */
  add(id: string, hear: Hear): () => void {
    const hearers = this.#waiting.get(id) ?? new Set()
    this.#waiting.set(id, hearers.add(hear))
    return () => {
      hearers.delete(hear)
      if (hearers.size === 0 && this.#waiting.get(id) === hearers) this.#waiting.delete(id)
    }
  }

  tell(stored: StoredTask): void {
    for (const hear of this.#waiting.get(stored.id) ?? []) hear(stored)
  }
}

import type { Clock, Timer } from '../../observe/clock.js'
import type { CallStore } from '../call-store.js'
import { claimTask } from './move-task.js'
import type { StoredTask } from './stored-task.js'

type Next = Promise<StoredTask | undefined>

/**
 * A task while one of its attempts runs here. Its changes are made one after the other; as soon as one finds that somebody
 * else has changed the task, it is held no longer, and its attempt is aborted.
 */
export class HeldTask {
  stored: StoredTask
  readonly #controller = new AbortController()
  #changing: Promise<unknown> = Promise.resolve()
  #beat: Timer | undefined
  #released = false

  constructor(stored: StoredTask) {
    this.stored = stored
  }

  /** Aborted when the attempt must stop. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Makes a change to the task, and answers it; `undefined` when the task is held no longer. */
  change(make: (stored: StoredTask) => Next): Next {
    const changed = this.#changing.then(() => make(this.stored))
    this.#changing = changed.then(
      next => {
        if (next) this.stored = next
        else this.abort('the task was changed elsewhere')
      },
      () => {},
    )
    return changed
  }

  /** Says again and again that the task is still at work here, so that nobody takes it over, until it is released. */
  renew(store: CallStore, clock: Clock, { by, leaseMs }: { by: string; leaseMs: number }): void {
    const again = () => this.renew(store, clock, { by, leaseMs })
    if (this.#released) return
    this.#beat = clock.setTimeout(() => {
      const claim = { by, until: clock.date() + leaseMs }
      // A store that fails is asked again at the next beat.
      this.change(stored => claimTask(store, stored, claim)).then(next => next && again(), again)
    }, leaseMs / 3)
    this.#beat.unref()
  }

  release(): void {
    this.#released = true
    this.#beat?.clear()
  }

  abort(why: string): void {
    this.#controller.abort(new DOMException(why, 'AbortError'))
  }
}

import type { Clock, Timer } from '../../observe/clock.js'

/** A task that waits for its turn. */
export interface Turn {
  id: string
  toolName: string
}

interface Ready extends Turn {
  order: number
}

// Node fires a longer timer at once.
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The tasks of one process that wait: for a place, first come first served among tools that have one, or for their time. */
export class TaskQueue {
  readonly #clock: Clock
  readonly #wake: () => void
  readonly #ready = new Map<string, Map<string, Ready>>()
  readonly #delayed = new Map<string, { turn: Turn; timer: Timer }>()
  readonly #toolOf = new Map<string, string>()
  #order = 0

  /** @param wake Called when a task has become ready. */
  constructor(clock: Clock, wake: () => void) {
    this.#clock = clock
    this.#wake = wake
  }

  get size(): number {
    return this.#toolOf.size
  }

  has(id: string): boolean {
    return this.#toolOf.has(id)
  }

  /** Empties the queue, and answers what was in it. */
  clear(): Turn[] {
    const turns = [...this.#toolOf].map(([id, toolName]) => ({ id, toolName }))
    for (const { id } of turns) this.drop(id)
    return turns
  }

  /** Lets a task wait, at least as long as `delayMs`. The timer keeps the process alive: nobody else owes this task its turn. */
  add(turn: Turn, delayMs = 0): void {
    this.drop(turn.id)
    this.#toolOf.set(turn.id, turn.toolName)
    if (delayMs > 0) this.#delay(turn, this.#clock.now() + delayMs)
    else this.#makeReady(turn)
  }

  /** Takes the task that has waited longest among those whose tool has a place. */
  take(hasPlace: (toolName: string) => boolean): Turn | undefined {
    let next: Ready | undefined
    for (const [toolName, waiting] of this.#ready) {
      const [first] = waiting.values()
      if (first && (!next || first.order < next.order) && hasPlace(toolName)) next = first
    }
    if (next) this.drop(next.id)
    return next
  }

  drop(id: string): void {
    const toolName = this.#toolOf.get(id)
    if (toolName === undefined) return
    this.#toolOf.delete(id)
    this.#delayed.get(id)?.timer.clear()
    this.#delayed.delete(id)
    const waiting = this.#ready.get(toolName)
    waiting?.delete(id)
    if (waiting?.size === 0) this.#ready.delete(toolName)
  }

  /** A timer may fire a moment early, and a delay is never shorter than it was said to be. */
  #delay(turn: Turn, until: number): void {
    const remainingMs = Math.min(until - this.#clock.now(), LONGEST_TIMER_MS)
    const timer = this.#clock.setTimeout(() => {
      if (this.#clock.now() < until) return this.#delay(turn, until)
      this.#delayed.delete(turn.id)
      this.#makeReady(turn)
    }, remainingMs)
    this.#delayed.set(turn.id, { turn, timer })
  }

  #makeReady(turn: Turn): void {
    const waiting = this.#ready.get(turn.toolName) ?? new Map<string, Ready>()
    this.#ready.set(turn.toolName, waiting)
    waiting.set(turn.id, { ...turn, order: this.#order++ })
    this.#wake()
  }
}

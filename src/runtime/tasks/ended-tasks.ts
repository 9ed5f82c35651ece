import type { Clock } from '../../observe/clock.js'
import { quietly } from '../../observe/quietly.js'
import type { CallStore } from '../call-store.js'
import type { BackgroundLimits } from './background-options.js'

interface Ended {
  id: string
  endedAt: number
}

/** The tasks that have ended, which are kept for those who ask what came of them; no longer, and no more, than was said. */
export class EndedTasks {
  #kept: Ended[] = []
  readonly #store: CallStore
  readonly #clock: Clock
  readonly #limits: BackgroundLimits

  constructor(store: CallStore, clock: Clock, limits: BackgroundLimits) {
    this.#store = store
    this.#clock = clock
    this.#limits = limits
  }

  /** Keeps one more, and removes those whose time is over. */
  add(ended: Ended): void {
    this.#kept.push(ended)
    this.#sweep()
  }

  /** Takes what is found in the store for all that have ended, those of other processes included. */
  replaceBy(found: Ended[]): void {
    this.#kept = found.sort((a, b) => a.endedAt - b.endedAt)
    this.#sweep()
  }

  #sweep(): void {
    const { keepEnded, keepEndedMs } = this.#limits
    const oldest = this.#clock.date() - keepEndedMs
    const inTime = this.#kept.findIndex(({ endedAt }) => endedAt > oldest)
    const late = inTime === -1 ? this.#kept.length : inTime
    const gone = this.#kept.splice(0, Math.max(late, this.#kept.length - keepEnded))
    // What a store does not remove now is found at the next look.
    for (const { id } of gone) quietly(() => this.#store.remove(id).catch(() => {}))
  }
}

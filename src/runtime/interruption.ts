import type { Clock, Timer } from '../observe/clock.js'
import { onAbort } from './on-abort.js'
import type { Settlement } from './settlement.js'

export interface InterruptionOptions {
  clock: Clock
  /** The caller's signal. */
  abortSignal?: AbortSignal
  /** Hard deadline in milliseconds from now. */
  timeoutMs?: number
  /** Whether whoever made the call may `cancel` it. */
  cancellable?: boolean
  /** How long a cancelled tool may take to wind down before its caller gets an answer. */
  graceMs: number
  /** Runs the listeners of the tool's signal inside the call, so that what they log belongs to it. */
  inside: (fn: () => void) => void
}

/**
 * The caller's signal, the deadline and the grace period of one call as one thing. Costs nothing where there is neither
 * a signal nor a deadline.
 */
export class Interruption {
  /** How the call ends because of an interruption, once there was one. */
  settlement: Settlement | undefined
  readonly #options: InterruptionOptions
  #controller: AbortController | undefined
  #answer: ((settlement: Settlement) => void) | undefined
  #grace: Timer | undefined

  constructor(options: InterruptionOptions) {
    this.#options = options
  }

  /** The signal the tool gets. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    return this.#controller.signal
  }

  /**
   * Answers what `work` settles to, or the interruption: at once past the deadline, within the grace period after an
   * abort. What `work` settles to after an interruption counts for nothing.
   */
  race(work: () => Promise<Settlement>): Promise<Settlement> {
    const { abortSignal, timeoutMs, cancellable } = this.#options
    return abortSignal || cancellable || timeoutMs !== undefined ? this.#race(work) : work()
  }

  /** Interrupts a cancellable call as its caller's signal does. */
  cancel(reason: unknown): void {
    this.#abort(reason)
  }

  async #race(work: () => Promise<Settlement>): Promise<Settlement> {
    const { abortSignal, timeoutMs, clock } = this.#options
    if (abortSignal?.aborted) this.#abort(abortSignal.reason)
    const release =
      abortSignal && !abortSignal.aborted
        ? onAbort(abortSignal, () => this.#abort(abortSignal.reason))
        : undefined
    const interrupted = new Promise<Settlement>(resolve => {
      this.#answer = resolve
    })
    const deadline =
      timeoutMs === undefined ? undefined : clock.setTimeout(() => this.#expire(timeoutMs), timeoutMs)
    try {
      const settled = await Promise.race([work(), interrupted])
      return this.settlement ?? settled
    } finally {
      deadline?.clear()
      this.#grace?.clear()
      release?.()
    }
  }

  #abort(reason: unknown): void {
    const { clock, graceMs } = this.#options
    const settlement: Settlement = {
      outcome: 'cancelled',
      thrown: { value: reason },
      message: 'The caller cancelled the call',
    }
    this.#interrupt(settlement, reason)
    this.#grace ??= clock.setTimeout(() => this.#answer?.(settlement), graceMs)
  }

  #expire(afterMs: number): void {
    const message = `The deadline of ${afterMs} ms passed`
    const settlement: Settlement = { outcome: 'timed_out', message }
    this.#interrupt(settlement, new DOMException(message, 'TimeoutError'))
    this.#answer?.(this.settlement ?? settlement)
  }

  #interrupt(settlement: Settlement, reason: unknown): void {
    if (this.settlement) return
    this.settlement = settlement
    this.#controller ??= new AbortController()
    this.#options.inside(() => this.#controller?.abort(reason))
  }
}

import type { Clock } from '../observe/clock.js'
import type { Settlement } from './settlement.js'

export interface InterruptionOptions {
  clock: Clock
  /** The caller's signal. */
  abortSignal?: AbortSignal
  /** Hard deadline in milliseconds from now. */
  timeoutMs?: number
  /** How long a cancelled tool may take to wind down before its caller gets an answer. */
  graceMs: number
  /** Runs the listeners of the tool's signal inside the call, so that what they log belongs to it. */
  inside: (fn: () => void) => void
}

/** The caller's signal, the deadline and the grace period of one call as one thing. */
export interface Interruption {
  /** The signal the tool gets; made when first asked for. */
  readonly signal: AbortSignal
  /** How the call ends because of an interruption, once there was one. */
  readonly settlement: Settlement | undefined
  /** Answers what `work` settles to, or the interruption: at once past the deadline, within the grace period after an abort. */
  race(work: () => Promise<Settlement>): Promise<Settlement>
}

/** Returns the interruption of a call. Costs nothing where there is neither a signal nor a deadline. */
export function createInterruption(options: InterruptionOptions): Interruption {
  const { clock, abortSignal, timeoutMs, graceMs, inside } = options
  let controller: AbortController | undefined
  let settlement: Settlement | undefined
  let answer: ((settlement: Settlement) => void) | undefined

  function interrupt(by: Settlement, reason: unknown): void {
    if (settlement) return
    settlement = by
    controller ??= new AbortController()
    inside(() => controller?.abort(reason))
  }

  function abort(): void {
    interrupt({ outcome: 'cancelled', thrown: { value: abortSignal?.reason } }, abortSignal?.reason)
  }

  async function race(work: () => Promise<Settlement>): Promise<Settlement> {
    if (abortSignal?.aborted) abort()
    if (!abortSignal && timeoutMs === undefined) return work()
    let grace: { clear(): void } | undefined
    const interrupted = new Promise<Settlement>(resolve => {
      answer = resolve
    })
    const onAbort = () => {
      abort()
      grace = clock.setTimeout(() => settlement && answer?.(settlement), graceMs)
    }
    const deadline =
      timeoutMs === undefined ? undefined : clock.setTimeout(() => expire(timeoutMs), timeoutMs)
    if (abortSignal && !abortSignal.aborted) abortSignal.addEventListener('abort', onAbort, { once: true })
    try {
      const settled = await Promise.race([work(), interrupted])
      return settlement ?? settled
    } finally {
      deadline?.clear()
      grace?.clear()
      abortSignal?.removeEventListener('abort', onAbort)
    }
  }

  function expire(afterMs: number): void {
    const message = `The deadline of ${afterMs} ms passed`
    interrupt({ outcome: 'timed_out', message }, new DOMException(message, 'TimeoutError'))
    if (settlement) answer?.(settlement)
  }

  return {
    get signal() {
      controller ??= new AbortController()
      return controller.signal
    },
    get settlement() {
      return settlement
    },
    race,
  }
}

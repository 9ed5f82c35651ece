/** How a runtime runs background tasks. */
export interface BackgroundOptions {
  /** How many attempts may run at once, over all tools; a tool's `maxConcurrency` holds beside it. Default 10. */
  concurrency?: number
  /** How many tasks of this process may wait for their turn, those between two attempts included. Default 1 000. */
  queueLimit?: number
  /**
   * What happens to a call when as many wait already: it ends `error` with the type `QueueFullError`, or it runs in the
   * foreground. Default `'reject'`.
   */
  whenFull?: 'reject' | 'foreground'
  /** How long the record and the result of a task that has ended are kept, in milliseconds. Default one hour. */
  keepEndedMs?: number
  /** How many tasks that have ended are kept; the oldest go first. Default 1 000. */
  keepEnded?: number
  /**
   * Whether this runtime runs tasks that others have left, and what was decided elsewhere; only where `tickets` is given.
   * With `false` it runs its own tasks alone. Default `true`, unless `TOOLSPAN_PICK_UP` is `off`.
   */
  pickUp?: boolean
  /** How often the store is looked through for what nobody told of, in milliseconds. Default 5 000. */
  pollMs?: number
  /** How long a process may be silent before its tasks are taken over, in milliseconds. Default 30 000. */
  leaseMs?: number
}

/** How a runtime runs background tasks, with every default. */
export type BackgroundLimits = Readonly<Required<BackgroundOptions>>

/** Every default of background tasks. */
export function withDefaults({
  concurrency = 10,
  queueLimit = 1_000,
  whenFull = 'reject',
  keepEndedMs = 3_600_000,
  keepEnded = 1_000,
  pickUp = process.env['TOOLSPAN_PICK_UP'] !== 'off',
  pollMs = 5_000,
  leaseMs = 30_000,
}: BackgroundOptions = {}): BackgroundLimits {
  return { concurrency, queueLimit, whenFull, keepEndedMs, keepEnded, pickUp, pollMs, leaseMs }
}

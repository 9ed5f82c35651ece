/** What a receiver has against what it was sent, where that is known. */
export type DeliveryFault =
  /** It read the message and would not have it, or not all of it; it never will. */
  | 'refused'
  /** It does not know the path or service of the signal. */
  | 'unknown_path'

/** Says why an export did not deliver; its message is a whole clause, free of credentials, fit for a report. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'

  /** How many items of the batch were lost; absent when all were. */
  readonly lost: number | undefined
  readonly fault: DeliveryFault | undefined

  constructor(message: string, options: { lost?: number; fault?: DeliveryFault; cause?: unknown } = {}) {
    super(message, options)
    this.lost = options.lost
    this.fault = options.fault
  }
}

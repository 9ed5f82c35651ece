/** Says why an export did not deliver; its message is a whole clause, free of credentials, fit for a report. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'

  /** How many items of the batch were lost; absent when all were. */
  readonly lost: number | undefined

  constructor(message: string, options?: { lost?: number; cause?: unknown }) {
    super(message, options)
    this.lost = options?.lost
  }
}

import type { DeliveryError } from './delivery-error.js'

/** What came of sending one message once. */
export interface Attempt {
  /** What went wrong; absent on success. */
  error?: DeliveryError
  /** Whether the protocol asks for a second try. */
  retryable?: boolean
  /** How long the receiver asked to wait before it, when it did. */
  retryAfterMs?: number
}

export interface AttemptOptions {
  timeoutMs: number
  /** Receives the function that breaks the attempt off; it then fails like one that ran out of time. */
  onStart(cancel: () => void): void
}

/** One protocol over which a message can be sent, without retries. */
export interface OtlpTransport {
  /** Sends one encoded message once; never rejects. */
  attempt(body: Uint8Array, options: AttemptOptions): Promise<Attempt>
  /** Gives up the connections. */
  close(): void
}

import type { DeliveryLedger } from './delivery-ledger.js'

/** One way out of the process for one signal, as the controls of a running telemetry see it. */
export interface Pipeline {
  ledger: DeliveryLedger
  /** Delivers what is waiting. May reject; the ledger knows why. */
  flush(): Promise<void>
  /** Breaks off what is under way, so that nothing holds the process. */
  abort(): void
}

/** Spans or records held while exports are under way: ten thousand that end in one tick must fit. */
export const QUEUE_SIZE = 16_384

/** Spans or records of one export. */
export const BATCH_SIZE = 512

/** Time before a partly filled batch is exported: the specification's, and a shorter one for files. */
export const BATCH_DELAY_MS = { otlp: 5000, local: 1000 }

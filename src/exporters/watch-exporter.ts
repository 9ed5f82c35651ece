import { DeliveryError } from './delivery-error.js'
import type { DeliveryLedger } from './delivery-ledger.js'
import { type ExportCallback, failed } from './export-callback.js'

/** The part that span, log and metric exporters have in common. */
export interface Exporter<Batch> {
  export(batch: Batch, callback: ExportCallback): void
  forceFlush?(): Promise<void>
  shutdown(): Promise<void>
}

/** What a processor offers to bring its exports to an end. */
export interface Settling {
  forceFlush(): Promise<void>
  shutdown(): Promise<void>
}

/** An exporter whose results are in a ledger. */
export interface WatchedExporter<Batch> extends Exporter<Batch> {
  forceFlush(): Promise<void>
  /** Resolves once no export is under way; the SDK's own flush does not wait for one that already began. */
  idle(): Promise<void>
}

/**
 * Writes the result of every export into a ledger, and turns an exporter that throws into one that fails.
 *
 * @param exporter The exporter to watch.
 * @param ledger Where results are counted.
 * @param countOf How many items a batch holds.
 */
export function watchExporter<Batch>(
  exporter: Exporter<Batch>,
  ledger: DeliveryLedger,
  countOf: (batch: Batch) => number,
): WatchedExporter<Batch> {
  const underWay = new Set<Promise<void>>()

  const exportOnce = (batch: Batch, callback: ExportCallback) =>
    new Promise<void>(resolve => {
      const settle: ExportCallback = result => {
        enter(ledger, countOf(batch), result)
        resolve()
        callback(result)
      }
      try {
        exporter.export(batch, once(settle))
      } catch (thrown) {
        settle(failed(thrown instanceof Error ? thrown : new DeliveryError('the exporter threw')))
      }
    })

  const idle = async () => {
    await Promise.all(underWay)
  }

  return {
    export: (batch, callback) => {
      const done = exportOnce(batch, callback)
      underWay.add(done)
      void done.finally(() => underWay.delete(done))
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: async () => {
      await idle()
      await exporter.shutdown()
    },
    idle,
  }
}

function enter(ledger: DeliveryLedger, count: number, { code, error }: Parameters<ExportCallback>[0]): void {
  const stated = error instanceof DeliveryError ? error.lost : undefined
  const lost = code === 0 ? 0 : Math.min(stated ?? count, count)
  ledger.deliver(count - lost)
  if (lost > 0) ledger.fail(lost, error?.message || 'an exporter failed without a reason')
}

function once(callback: ExportCallback): ExportCallback {
  let called = false
  return result => {
    if (called) return
    called = true
    callback(result)
  }
}

import { type Context, context, createContextKey, ROOT_CONTEXT } from '@opentelemetry/api'
import type { DeliveryLedger } from './delivery-ledger.js'
import type { Settling, WatchedExporter } from './watch-exporter.js'

export interface BatchQueueOptions<Item> {
  exporter: WatchedExporter<Item[]>
  ledger: DeliveryLedger
  limits: BatchLimits
}

export interface BatchLimits {
  /** Items held while exports are under way; further ones are lost and counted. */
  maxQueueSize: number
  maxExportBatchSize: number
  /** Time before a partly filled batch is exported. */
  scheduledDelayMillis: number
}

/** What every item of a batch has: the description of the process, which may still be on its way. */
export interface Described {
  resource: { asyncAttributesPending?: boolean; waitForAsyncAttributes?(): Promise<void> }
}

export interface BatchQueue<Item> extends Settling {
  add(item: Item): void
}

/** The context in which instrumentations of HTTP make no spans of what an exporter sends. */
const UNTRACED: Context = ROOT_CONTEXT.setValue(
  createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING'),
  true,
)

/**
 * Collects items into batches and exports one at a time; a flush exports all that are left at once.
 *
 * The SDK's own batch processors wait for an export on a timer that holds the process open: with a collector that hangs,
 * a program that is done would not end before the export does. Nothing here holds the process.
 */
export function createBatchQueue<Item extends Described>(options: BatchQueueOptions<Item>): BatchQueue<Item> {
  const { exporter, ledger, limits } = options
  const { maxQueueSize, scheduledDelayMillis } = limits
  const batchSize = Math.min(limits.maxExportBatchSize, maxQueueSize)
  const queue: Item[] = []
  let timer: NodeJS.Timeout | undefined
  let woken: NodeJS.Immediate | undefined
  let exporting = false
  let stopped: Promise<void> | undefined

  async function exportNext(): Promise<void> {
    const batch = queue.splice(0, batchSize)
    const { resource } = batch[0] ?? {}
    if (resource?.asyncAttributesPending) await resource.waitForAsyncAttributes?.().catch(() => {})
    await new Promise<void>(resolve => {
      context.with(UNTRACED, () => exporter.export(batch, () => resolve()))
    })
  }

  /** Exports what fills a batch; with `all`, also what does not. */
  async function drain(all: boolean): Promise<void> {
    if (exporting) return
    exporting = true
    while (queue.length >= batchSize || (all && queue.length > 0)) await exportNext()
    exporting = false
    if (queue.length > 0) schedule()
  }

  function schedule(): void {
    if (timer || exporting) return
    timer = setTimeout(() => {
      timer = undefined
      void drain(true)
    }, scheduledDelayMillis).unref()
  }

  /** Not at once: what ends a span should not also write out a batch. */
  function wake(): void {
    if (woken || exporting) return
    woken = setImmediate(() => {
      woken = undefined
      void drain(false)
    }).unref()
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const exports: Promise<void>[] = []
    while (queue.length > 0) exports.push(exportNext())
    await Promise.all(exports)
    await exporter.idle()
  }

  return {
    add: item => {
      if (stopped) return
      ledger.accept(1)
      if (queue.length >= maxQueueSize) return ledger.overflow()
      queue.push(item)
      if (queue.length >= batchSize) wake()
      else schedule()
    },
    forceFlush: flush,
    shutdown: () => {
      stopped ??= flush().then(() => exporter.shutdown())
      return stopped
    },
  }
}

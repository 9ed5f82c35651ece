import { join } from 'node:path'
import type { LogRecordExporter, ReadableLogRecord } from '@opentelemetry/sdk-logs'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import { storeDirectory } from '../observe/store-directory.js'
import { DeliveryError } from './delivery-error.js'
import { DELIVERED, type ExportCallback, failed } from './export-callback.js'
import { importOptional } from './import-optional.js'
import { createLineFile } from './line-file.js'
import type { Serialize } from './otlp-exporter.js'

export interface LocalFilesOptions {
  /** Folder of the store. Default: `TOOLSPAN_DIR`, else `.toolspan` in the working directory. */
  dir?: string
  /** Size in bytes past which a new file is begun. Default 16 MiB. */
  maxBytes?: number
  /** Most files kept for each signal; the oldest go first. Default 50. */
  maxFiles?: number
  /** Longest time in milliseconds that a file is kept after its last line. Default 7 days. */
  maxAgeMs?: number
}

/** Collectors read files line by line and cut a line past 1 MiB in two, so messages stay well below. */
const MAX_LINE_BYTES = 512 * 1024

/**
 * Creates an exporter that appends spans to `<dir>/traces/*.jsonl`.
 *
 * Each line is one `ExportTraceServiceRequest` in the OTLP/JSON encoding (the OTLP File Exporter's form), so that any
 * collector can read the folder later. Failures are reported through the export's result and never thrown.
 */
export function createLocalSpanExporter(options: LocalFilesOptions = {}): SpanExporter {
  return createLocalExporter<ReadableSpan>('traces', options, async () => {
    const { JsonTraceSerializer } = await importTransformer()
    return JsonTraceSerializer.serializeRequest
  })
}

/** Creates an exporter that appends log records to `<dir>/logs/*.jsonl`, one `ExportLogsServiceRequest` a line. */
export function createLocalLogExporter(options: LocalFilesOptions = {}): LogRecordExporter {
  return createLocalExporter<ReadableLogRecord>('logs', options, async () => {
    const { JsonLogsSerializer } = await importTransformer()
    return JsonLogsSerializer.serializeRequest
  })
}

function importTransformer() {
  const load = () => import('@opentelemetry/otlp-transformer')
  return importOptional('@opentelemetry/otlp-transformer', load)
}

function createLocalExporter<Item>(
  signal: 'traces' | 'logs',
  options: LocalFilesOptions,
  loadSerializer: () => Promise<Serialize<Item[]>>,
) {
  const { dir, maxBytes = 16 * 1024 * 1024, maxFiles = 50, maxAgeMs = 7 * 24 * 60 * 60 * 1000 } = options
  const file = createLineFile({ folder: join(storeDirectory(dir), signal), maxBytes, maxFiles, maxAgeMs })
  let queue: Promise<void> = Promise.resolve()
  let closed = false

  async function write(items: Item[]): Promise<void> {
    const serialize = await loadSerializer()
    await file.append(messagesOf(serialize, items))
  }

  return {
    export: (items: Item[], callback: ExportCallback) => {
      if (closed) return callback(failed(new DeliveryError(`the ${signal} files were already closed`)))
      queue = queue
        .then(() => write(items))
        .then(
          () => callback(DELIVERED),
          (error: Error) => callback(failed(error)),
        )
    },
    forceFlush: () => queue,
    shutdown: () => {
      closed = true
      return queue
    },
  }
}

/** Serializes a batch, halved until each message fits a line; one item too large is still one line. */
function messagesOf<Item>(serialize: Serialize<Item[]>, items: Item[]): Uint8Array[] {
  if (items.length === 0) return []
  const message = serialize(items)
  if (message === undefined) throw new DeliveryError('a batch could not be written as OTLP')
  if (message.byteLength <= MAX_LINE_BYTES || items.length === 1) return [message]
  const half = Math.ceil(items.length / 2)
  return [...messagesOf(serialize, items.slice(0, half)), ...messagesOf(serialize, items.slice(half))]
}

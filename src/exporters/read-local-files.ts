import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { storeDirectory } from '../observe/store-directory.js'
import { decodeLogs, decodeSpans } from './decode-otlp.js'
import { readLines } from './read-lines.js'
import { listStoreFiles } from './retention.js'
import { compareNano, type StoredLog, type StoredSpan } from './stored-span.js'
import { TraceLookupError } from './trace-lookup-error.js'
import { summarizeTraces, type TraceFilter, type TraceSummary } from './trace-summary.js'

export interface ReadOptions {
  /** Folder of the store. Default: `TOOLSPAN_DIR`, else `.toolspan` in the working directory. */
  dir?: string
  /** Leaves out files that were last written before this time. */
  since?: Date
  /** Leaves out lines that do not hold this text, without parsing them. */
  containing?: string
  /** Is called for each line that is not OTLP/JSON, such as the torn last line of a process that was killed. */
  onSkippedLine?: () => void
}

/** Yields the spans of every file, oldest file first; a store that is not there has none. */
export function readTraces(options: ReadOptions = {}): AsyncGenerator<StoredSpan> {
  return readStore('traces', decodeSpans, options)
}

/** Yields the log records of every file, oldest file first; a store that is not there has none. */
export function readLogs(options: ReadOptions = {}): AsyncGenerator<StoredLog> {
  return readStore('logs', decodeLogs, options)
}

export interface FindTracesOptions extends TraceFilter {
  /** Folder of the store. Default: `TOOLSPAN_DIR`, else `.toolspan` in the working directory. */
  dir?: string
  /** Most summaries to return. Default 20. */
  limit?: number
}

export interface FoundTraces {
  /** Newest first. */
  traces: TraceSummary[]
  /** How many traces matched, with those past the limit. */
  matched: number
  /** Lines that could not be read. */
  skippedLines: number
}

/** Finds traces by tool, outcome, duration and time. All filters must hold; the tool and outcome of one same span. */
export async function findTraces(options: FindTracesOptions = {}): Promise<FoundTraces> {
  const { dir, limit = 20, ...filter } = options
  let skippedLines = 0
  const onSkippedLine = () => {
    skippedLines++
  }
  const traces = await summarizeTraces(readTraces({ dir, since: filter.since, onSkippedLine }), filter)
  return { traces: traces.slice(0, limit), matched: traces.length, skippedLines }
}

export interface TraceRecord {
  traceId: string
  /** By start time. */
  spans: StoredSpan[]
  /** By time. */
  logs: StoredLog[]
  /** Lines that could not be read. */
  skippedLines: number
}

/**
 * Reads all spans and logs of one trace.
 *
 * @param idPrefix The trace id or its first digits, in any case.
 * @throws {TraceLookupError} When it is not hexadecimal, no trace begins so, or several do.
 */
export async function readTrace(idPrefix: string, options: { dir?: string } = {}): Promise<TraceRecord> {
  const prefix = idPrefix.trim().toLowerCase()
  if (!/^[0-9a-f]{1,32}$/.test(prefix)) throw new TraceLookupError('malformed', idPrefix)
  let skippedLines = 0
  const onSkippedLine = () => {
    skippedLines++
  }
  const reading = { ...options, containing: prefix, onSkippedLine }
  const spans = await collect(readTraces(reading), span => span.traceId.startsWith(prefix))
  const ids = [...new Set(spans.map(span => span.traceId))]
  const [traceId] = ids
  if (traceId === undefined) throw new TraceLookupError('unknown', prefix)
  if (ids.length > 1) throw new TraceLookupError('ambiguous', prefix, ids)
  const logs = await collect(readLogs({ ...reading, containing: traceId }), log => log.traceId === traceId)
  spans.sort((a, b) => compareNano(a.startTimeUnixNano, b.startTimeUnixNano))
  logs.sort((a, b) => compareNano(a.timeUnixNano, b.timeUnixNano))
  return { traceId, spans, logs, skippedLines }
}

async function* readStore<Item>(
  signal: 'traces' | 'logs',
  decode: (message: unknown) => Item[],
  { dir, since, containing = '', onSkippedLine }: ReadOptions,
): AsyncGenerator<Item> {
  const folder = join(storeDirectory(dir), signal)
  for (const name of await listStoreFiles(folder)) {
    const path = join(folder, name)
    if (since !== undefined && (await writtenBefore(path, since))) continue
    for await (const line of readLines(path)) {
      if (line === '' || !line.toLowerCase().includes(containing)) continue
      const items = tryDecode(line, decode)
      if (items === undefined) onSkippedLine?.()
      else yield* items
    }
  }
}

function tryDecode<Item>(line: string, decode: (message: unknown) => Item[]): Item[] | undefined {
  try {
    return decode(JSON.parse(line))
  } catch {
    return undefined
  }
}

async function writtenBefore(path: string, time: Date): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined)
  return stats === undefined || stats.mtimeMs < time.getTime()
}

async function collect<Item>(items: AsyncIterable<Item>, wanted: (item: Item) => boolean): Promise<Item[]> {
  const kept: Item[] = []
  for await (const item of items) if (wanted(item)) kept.push(item)
  return kept
}

import type { JsonValue } from '../observe/redact/redactor.js'
import { listSegments, type WriterSegments } from './list-segments.js'
import { parseRecordLine } from './record-line.js'
import { segmentLines } from './segment-lines.js'
import type { CoveredRecord, ErasableContent } from './stored-record.js'
import { parseStub } from './stub.js'
import { transcriptLayout } from './transcript-layout.js'

/** A record as it is read: what the chain covers, with its content where that was not erased. */
export interface ReadRecord extends Omit<CoveredRecord, 'approval'> {
  approval?: CoveredRecord['approval'] & ErasableContent['approval']
  redactions?: ErasableContent['redactions']
  subject?: string
  /** What may be kept of the payload. */
  view?: JsonValue
  /** Whether the content was erased. */
  erased: boolean
  /** Base64. */
  hash: string
  /** Where it stands. */
  file: string
  /** From 1. */
  line: number
}

/** Which records are read. All that is given must hold. */
export interface ReadTranscriptOptions {
  /** Folder of the segments. Default: `transcripts` below `TOOLSPAN_DIR`, else `.toolspan/transcripts`. */
  dir?: string
  callId?: string
  /** A trace id or its first digits. */
  traceId?: string
  tool?: string
  session?: string
  subject?: string
  /** Leaves out records from before this time. */
  since?: Date
  /** Is called for each line that cannot be read. */
  onSkippedLine?: (place: { file: string; line: number }) => void
}

/**
 * Yields the records of all writers by time, in constant memory. Says nothing of whether they can be trusted: that is what
 * `verifyTranscript` is for. A folder that is not there has none.
 */
export async function* readTranscript(options: ReadTranscriptOptions = {}): AsyncGenerator<ReadRecord> {
  const waiting = await listSegments(transcriptLayout(options.dir).dir)
  const open: Source[] = []
  for (;;) {
    const earliest = open.reduce<Source | undefined>(earlier, undefined)
    const next = waiting[0]
    // A writer has no record from long before it began, so most are opened when those before them are through.
    if (next && (!earliest || timeOf(next.startedAt) - SKEW_MS <= Date.parse(earliest.head.ts))) {
      waiting.shift()
      const source = await openSource(next, options)
      if (source) open.push(source)
      continue
    }
    if (!earliest) return
    yield earliest.head
    const following = await earliest.rest.next()
    if (following.done) open.splice(open.indexOf(earliest), 1)
    else earliest.head = following.value
  }
}

interface Source {
  head: ReadRecord
  rest: AsyncGenerator<ReadRecord>
}

const SKEW_MS = 60_000

async function openSource(
  writer: WriterSegments,
  options: ReadTranscriptOptions,
): Promise<Source | undefined> {
  const rest = readWriter(writer, options)
  const first = await rest.next()
  return first.done ? undefined : { head: first.value, rest }
}

function earlier(one: Source | undefined, other: Source): Source {
  if (!one) return other
  const order = one.head.ts.localeCompare(other.head.ts) || one.head.writer.localeCompare(other.head.writer)
  return order <= 0 ? one : other
}

async function* readWriter(
  { segments }: WriterSegments,
  options: ReadTranscriptOptions,
): AsyncGenerator<ReadRecord> {
  const wanted = filterOf(options)
  // Most lines can be left out without being parsed.
  const needle = options.callId ?? options.traceId
  for (const { path, name } of segments) {
    for await (const lines of segmentLines(path)) {
      for (const { bytes, number } of lines) {
        if (number === 1 && parseStub(bytes)) continue
        if (needle !== undefined && !bytes.includes(needle)) continue
        const record = readLine(bytes, name, number)
        if (!record) options.onSkippedLine?.({ file: name, line: number })
        else if (wanted(record)) yield record
      }
    }
  }
}

function readLine(bytes: Buffer, file: string, line: number): ReadRecord | undefined {
  const parsed = parseRecordLine(bytes)
  if (!parsed) return undefined
  const { record, stated, content, erased } = parsed
  const approval =
    record.approval || content?.approval ? { ...record.approval, ...content?.approval } : undefined
  return {
    ...record,
    ...(approval && { approval }),
    ...(content?.redactions && { redactions: content.redactions }),
    ...(content?.subject !== undefined && { subject: content.subject }),
    ...(content && { view: content.view.transcript }),
    erased,
    hash: stated,
    file,
    line,
  }
}

function filterOf(options: ReadTranscriptOptions): (record: ReadRecord) => boolean {
  const { callId, traceId, tool, session, subject, since } = options
  return record =>
    (callId === undefined || record.call_id === callId) &&
    (traceId === undefined || record.trace_id?.startsWith(traceId) === true) &&
    (tool === undefined || record.tool?.id === tool) &&
    (session === undefined || record.session === session) &&
    (subject === undefined || record.subject === subject) &&
    (since === undefined || Date.parse(record.ts) >= since.getTime())
}

/** Reads the time in the name of a segment. */
function timeOf(name: string): number {
  return Date.parse(name.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z'))
}

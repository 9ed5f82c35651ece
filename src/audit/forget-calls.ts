import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Erasable } from '../observe/erasable.js'
import { listSegments, type Segment } from './list-segments.js'
import { openTranscript } from './open-transcript.js'
import { SALT_BYTES } from './random-salts.js'
import { parseRecordLine, type RecordLine } from './record-line.js'
import { RecordSet } from './record-ranges.js'
import { segmentLines } from './segment-lines.js'
import { TranscriptError } from './transcript-error.js'
import { transcriptLayout } from './transcript-layout.js'

/** Options of `forgetCalls`. One of `toolCallId` and `subject` must be given. */
export interface ForgetOptions {
  /** Folder of the segments. Default: `transcripts` below `TOOLSPAN_DIR`, else `.toolspan/transcripts`. */
  dir?: string
  toolCallId?: string
  subject?: string
  /** Who asked for it, and why, for the receipt; name no person whose data it is. */
  by?: string
  reason?: string
  /** Where else content of the calls may rest, such as `fileStore()`. */
  stores?: readonly Erasable[]
  /** Private key in PEM that the receipt is signed with. Default: the one beside the transcript. */
  key?: string
}

/** What can no longer be read. */
export interface Forgotten {
  /** Records whose content was erased now. */
  records: number
  calls: number
  /** What the stores removed. */
  stored: number
}

interface Erased {
  segment: Segment
  /** Where its content stands in the segment. */
  from: number
  length: number
  /** Where its salt stands in the side file. */
  slot: number
}

/**
 * Makes what a transcript and its stores hold of a call, or of a subject, unreadable for good: content and salts are
 * overwritten, so that nobody can tell any more what the commitments in the chain commit to. The chain stays whole, and a
 * signed receipt, written first, says which records were erased.
 *
 * @throws {TypeError} When neither a call nor a subject is given.
 * @throws {TranscriptError} When the receipt cannot be written; nothing has been erased then.
 */
export async function forgetCalls(options: ForgetOptions): Promise<Forgotten> {
  const { dir, toolCallId, subject, by, reason, stores = [], key } = options
  if (!toolCallId && !subject) throw new TypeError('forget needs a toolCallId or a subject')
  const layout = transcriptLayout(dir)
  const calls = await callsOf(layout.dir, toolCallId, subject)
  const found = await contentOf(layout.dir, calls, subject)
  const whose = { ...(toolCallId && { toolCallId }), ...(subject && { subject }) }
  let stored = 0
  for (const store of stores) stored += await store.forget(whose)
  const forgotten = { records: found.erased.length, calls: calls.size, stored }
  if (found.erased.length === 0 && stored === 0) return forgotten
  await writeReceipt(layout.dir, key, {
    by,
    reason,
    ...(toolCallId ? { call_id: toolCallId } : { subject: true }),
    records: found.records.ranges(),
    stored,
  })
  await erase(found.erased, layout.salts)
  return forgotten
}

/** A record of a call may not name its subject, so calls are found first. */
async function callsOf(dir: string, toolCallId?: string, subject?: string): Promise<Set<string>> {
  const calls = new Set<string>()
  await eachRecord(dir, ({ record: { call_id }, content }) => {
    if (call_id === undefined) return
    if (call_id === toolCallId || (subject !== undefined && content?.subject === subject)) calls.add(call_id)
  })
  return calls
}

async function contentOf(dir: string, calls: ReadonlySet<string>, subject?: string) {
  const records = new RecordSet()
  const erased: Erased[] = []
  await eachRecord(dir, ({ record, content, erasable }, { segment, offset, slot }) => {
    const isTheirs =
      calls.has(record.call_id ?? '') || (subject !== undefined && content?.subject === subject)
    if (!content || !isTheirs) return
    records.add(record.writer, record.seq)
    erased.push({ segment, from: offset + erasable.from, length: erasable.to - erasable.from, slot })
  })
  return { records, erased }
}

async function eachRecord(
  dir: string,
  visit: (line: RecordLine, at: { segment: Segment; offset: number; slot: number }) => void,
): Promise<void> {
  for (const { segments } of await listSegments(dir)) {
    for (const segment of segments) {
      let first: number | undefined
      for await (const lines of segmentLines(segment.path)) {
        for (const { bytes, offset } of lines) {
          const line = parseRecordLine(bytes)
          if (!line) continue
          first ??= line.record.seq
          visit(line, { segment, offset, slot: line.record.seq - first })
        }
      }
    }
  }
}

async function writeReceipt(
  dir: string,
  key: string | undefined,
  erasure: NonNullable<RecordLine['record']['erasure']>,
): Promise<void> {
  const transcript = openTranscript({ dir, key, durability: 'sync' })
  await transcript.note({ type: 'erasure', ts: new Date().toISOString(), erasure })
  const { failed, lastError } = await transcript.close()
  if (failed > 0) throw new TranscriptError(`the receipt could not be written: ${lastError}`)
}

/** Overwrites in place, so that a writer that adds to the same file is not disturbed. */
async function erase(erased: readonly Erased[], salts: string): Promise<void> {
  const bySegment = new Map<Segment, Erased[]>()
  for (const place of erased) {
    const places = bySegment.get(place.segment) ?? []
    bySegment.set(place.segment, places)
    places.push(place)
  }
  for (const [segment, places] of bySegment) {
    await overwrite(
      segment.path,
      places.map(({ from, length }) => [from, Buffer.alloc(length, ' ')]),
    )
    const side = join(salts, segment.name.replace(/\.jsonl$/, '.salts'))
    await overwrite(
      side,
      places.map(({ slot }) => [slot * SALT_BYTES, Buffer.alloc(SALT_BYTES)]),
    )
  }
}

async function overwrite(path: string, pieces: readonly [position: number, bytes: Buffer][]): Promise<void> {
  const file = await open(path, 'r+').catch(error => {
    // The side store belongs to the owner; where it was never copied to, there is nothing of it to erase.
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return
  try {
    const { size } = await file.stat()
    for (const [position, bytes] of pieces)
      if (position + bytes.length <= size) await file.write(bytes, 0, bytes.length, position)
    await file.datasync()
  } finally {
    await file.close()
  }
}

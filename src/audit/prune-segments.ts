import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { listSegments, type Segment, type WriterSegments } from './list-segments.js'
import { MerkleFrontier } from './merkle.js'
import type { RecordFacts } from './prepare-record.js'
import { parseRecordLine, type RecordLine } from './record-line.js'
import { RecordSet } from './record-ranges.js'
import { segmentLines } from './segment-lines.js'
import { parseStub, type SegmentStub } from './stub.js'
import type { TranscriptLayout } from './transcript-layout.js'

/** A segment that may go. */
export interface PrunableSegment {
  file: string
  records: number
  /** Times of its first and last record. */
  from: string
  to: string
}

export interface PruneSettings {
  layout: TranscriptLayout
  /** Segments whose last record is older go. */
  before: Date
  /** Writers that may still write; their last segment stays. */
  isOpen(writer: string): boolean
  /** Writes the receipt. It is written first, so that nothing goes without one. */
  note(facts: RecordFacts): Promise<void>
  /** Only says what would go. */
  dryRun: boolean
}

interface Candidate {
  segment: Segment
  stub: SegmentStub
}

/**
 * Deletes whole segments by their age, oldest first. What stays of each is a stub with its last signed root, from which
 * verifying goes on; which records went stands in a receipt. A segment whose chain is broken stays, as evidence.
 */
export async function pruneSegments(settings: PruneSettings): Promise<PrunableSegment[]> {
  const { layout, before, note, dryRun, isOpen } = settings
  const candidates: Candidate[] = []
  for (const writer of await listSegments(layout.dir))
    candidates.push(...(await candidatesOf(writer, before, isOpen(writer.writer))))
  if (!dryRun && candidates.length > 0) {
    const records = new RecordSet()
    for (const { stub } of candidates) records.add(stub.writer, stub.first, stub.last)
    const prune = { older_than: before.toISOString(), records: records.ranges() }
    await note({ type: 'prune', ts: new Date().toISOString(), prune })
    for (const candidate of candidates) await replaceByStub(candidate, layout)
  }
  return candidates.map(({ segment, stub: { first, last, from, to } }) => ({
    file: segment.name,
    records: last - first + 1,
    from,
    to,
  }))
}

/** The oldest segments of a writer, up to the first that must stay. */
async function candidatesOf(
  { segments }: WriterSegments,
  before: Date,
  isOpen: boolean,
): Promise<Candidate[]> {
  const candidates: Candidate[] = []
  const tree = new Tree()
  for (const segment of isOpen ? segments.slice(0, -1) : segments) {
    const summary = await tree.follow(segment)
    if (summary === 'stub') continue
    if (!summary || Date.parse(summary.to) >= before.getTime()) break
    candidates.push({ segment, stub: summary })
  }
  return candidates
}

/** Follows a writer's tree through its segments, and keeps what a stub needs. */
class Tree {
  #frontier = new MerkleFrontier()

  async follow(segment: Segment): Promise<SegmentStub | 'stub' | undefined> {
    const first: { line?: RecordLine } = {}
    let last: RecordLine | undefined
    let signed: { frontier: string[]; line: string } | undefined
    for await (const lines of segmentLines(segment.path)) {
      for (const { bytes, number } of lines) {
        const stub = number === 1 ? parseStub(bytes) : undefined
        if (stub) return this.#skip(stub)
        const line = parseRecordLine(bytes)
        if (!line || line.hash !== line.stated) return undefined
        if (line.record.type === 'checkpoint')
          signed = { frontier: this.#frontier.hashes(), line: bytes.toString('utf8') }
        this.#frontier.add(line.hash)
        first.line ??= line
        last = line
      }
    }
    if (!first.line || !last || !signed) return undefined
    return {
      v: 1,
      type: 'stub',
      writer: segment.writer,
      segment: segment.number,
      first: first.line.record.seq,
      last: last.record.seq,
      from: first.line.record.ts,
      to: last.record.ts,
      frontier: signed.frontier,
      checkpoint: signed.line,
    }
  }

  #skip({ frontier, checkpoint }: SegmentStub): 'stub' | undefined {
    const line = parseRecordLine(Buffer.from(checkpoint))
    if (!line?.record.checkpoint) return undefined
    this.#frontier = new MerkleFrontier(line.record.checkpoint.size, frontier)
    this.#frontier.add(line.hash)
    return 'stub'
  }
}

async function replaceByStub({ segment, stub }: Candidate, { dir, salts }: TranscriptLayout): Promise<void> {
  const draft = join(dir, `${segment.name}.draft`)
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(stub)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, segment.path)
  await rm(join(salts, segment.name.replace(/\.jsonl$/, '.salts')), { force: true })
}

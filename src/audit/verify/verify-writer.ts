import type { Segment, WriterSegments } from '../list-segments.js'
import { OpenCalls } from '../open-calls.js'
import { parseRecordLine, type RecordLine } from '../record-line.js'
import { type SegmentLine, segmentLines } from '../segment-lines.js'
import { parseStub } from '../stub.js'
import { checkContent } from './check-content.js'
import type { Verification } from './verification.js'
import { WriterChain } from './writer-chain.js'

/** Verifies all records of one writer, in order and in constant memory. */
export async function verifyWriter(
  verification: Verification,
  { writer, segments }: WriterSegments,
  state: 'running' | 'gone',
): Promise<void> {
  const chain = new WriterChain(verification, writer)
  const calls = new OpenCalls()
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1
    for await (const lines of segmentLines(segment.path))
      for (const line of lines) verifyLine(verification, chain, calls, segment, line)
    chain.endSegment(segment, isLast ? state : 'ended')
  }
  const last = segments.at(-1)
  if (last) chain.end(last, state)
  if (state === 'running') return
  for (const call of calls.all()) verification.lose({ ...call, writer })
}

function verifyLine(
  verification: Verification,
  chain: WriterChain,
  calls: OpenCalls,
  segment: Segment,
  line: SegmentLine,
): void {
  verification.lines += 1
  const stub = line.number === 1 ? parseStub(line.bytes) : undefined
  if (stub) {
    chain.addStub(stub, segment)
    return
  }
  const parsed = parseRecordLine(line.bytes)
  const at = { file: segment.name, line: line.number, writer: segment.writer, seq: parsed?.record.seq }
  if (!parsed) chain.addBroken(at, line.whole)
  if (!parsed || !chain.add(parsed, at, line.whole)) return
  verification.records += 1
  calls.follow(parsed.record)
  takeReceipts(verification, parsed)
  verification.approvals.follow(parsed, at)
  checkContent(verification, parsed, at)
}

function takeReceipts(verification: Verification, { record }: RecordLine): void {
  if (record.erasure) verification.erasureReceipts.addAll(record.erasure.records)
  if (record.prune) verification.pruneReceipts.addAll(record.prune.records)
  if (record.type === 'tool.input' && !record.outcome) verification.calls += 1
}

import type { KeyObject } from 'node:crypto'
import { listSegments, type WriterSegments } from './list-segments.js'
import { merklePath, rootFromPath } from './merkle-path.js'
import { parseRecordLine, type RecordLine } from './record-line.js'
import { segmentLines } from './segment-lines.js'
import { isSigned, type SignedHead } from './signed-head.js'
import { transcriptLayout } from './transcript-layout.js'

/** Shows that one record is in a transcript, without the others: its line, and the way from it to a signed root. */
export interface RecordProof {
  v: 1
  /** The line as it stands, with its content unless that was erased. */
  line: string
  /** Hashes beside the way from the record to the root. Base64. */
  path: string[]
  head: SignedHead
}

/** Makes the proofs of a call's records. A record that no signature covers yet has none. */
export async function proveRecords({
  dir,
  callId,
}: {
  dir?: string
  callId: string
}): Promise<RecordProof[]> {
  const writers = await listSegments(transcriptLayout(dir).dir)
  const proofs: RecordProof[] = []
  for (const writer of writers) proofs.push(...(await proofsIn(writer, callId)))
  return proofs
}

async function proofsIn({ segments }: WriterSegments, callId: string): Promise<RecordProof[]> {
  const leaves: string[] = []
  const waiting: { line: string; seq: number }[] = []
  const proofs: RecordProof[] = []
  for (const { path } of segments) {
    for await (const lines of segmentLines(path)) {
      for (const { bytes } of lines) {
        const parsed = parseRecordLine(bytes)
        // Behind a pruned or broken part of the chain the way to the root is not known.
        if (!parsed || parsed.record.seq !== leaves.length) return proofs
        if (parsed.record.call_id === callId)
          waiting.push({ line: bytes.toString('utf8'), seq: leaves.length })
        const head = headOf(parsed)
        if (head)
          for (const { line, seq } of waiting.splice(0))
            proofs.push({ v: 1, line, path: merklePath(leaves, seq), head })
        leaves.push(parsed.hash)
      }
    }
  }
  return proofs
}

function headOf({ record: { checkpoint, writer, ts } }: RecordLine): SignedHead | undefined {
  return (
    checkpoint && {
      writer,
      size: checkpoint.size,
      root: checkpoint.root,
      ts,
      key_id: checkpoint.key_id,
      sig: checkpoint.sig,
    }
  )
}

/** Says what a proof comes to: nothing, when it shows what it says. */
export function problemWithProof(
  proof: RecordProof,
  keys: ReadonlyMap<string, KeyObject>,
): string | undefined {
  const { line, path, head } = proof
  const parsed = typeof line === 'string' ? parseRecordLine(Buffer.from(line)) : undefined
  if (!parsed || !Array.isArray(path) || !head) return 'it is not the proof of a record'
  const { record, hash, stated } = parsed
  if (hash !== stated || record.writer !== head.writer) return 'its record is not what its hash says'
  if (!parsed.erased && record.commit && parsed.contentHash !== record.commit.transcript)
    return 'its content is not the one that was recorded'
  if (rootFromPath(hash, record.seq, head.size, path) !== head.root)
    return 'its record does not lead to the signed root'
  const key = keys.get(head.key_id)
  if (!key) return `it is signed with a key that is not known: ${head.key_id}`
  return isSigned(head, head.sig, key) ? undefined : 'its signature is not that of its root'
}

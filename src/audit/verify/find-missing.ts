import type { WriterSegments } from '../list-segments.js'
import type { RecordSet } from '../record-ranges.js'
import type { BegunWriter } from '../writer-register.js'
import type { Verification } from './verification.js'

/** Finds what only shows once every writer was seen: writers that are gone, and content that went without a receipt. */
export function findMissing(
  verification: Verification,
  writers: readonly WriterSegments[],
  begun: ReadonlyMap<string, BegunWriter>,
): void {
  const present = new Set(writers.map(({ writer }) => writer))
  const known = new Set(verification.heads.flatMap(({ writer }) => writer ?? []))
  for (const writer of new Set([...known, ...begun.keys()])) {
    if (present.has(writer)) continue
    // Between its line in the register and its first record a writer can be killed; a head says that it had records.
    if (known.has(writer)) {
      const message = 'all its records are gone; a signed head knows of them'
      verification.find({ verdict: 'completeness', kind: 'removed', writer, message })
    } else {
      const message = 'it was begun and there is no record of it'
      verification.find({ verdict: 'completeness', kind: 'unfinished', writer, message })
    }
  }
  findUnregistered(verification, present, begun)
  findUnreached(verification)
  findWithoutReceipt(verification)
  for (const finding of verification.approvals.findings()) verification.find(finding)
}

function findUnregistered(
  verification: Verification,
  present: ReadonlySet<string>,
  begun: ReadonlyMap<string, BegunWriter>,
): void {
  if (!verification.register) return
  for (const writer of present) {
    if (begun.has(writer)) continue
    const message = 'it is not in the register of writers'
    verification.find({ verdict: 'completeness', kind: 'altered', writer, message })
  }
}

function findUnreached(verification: Verification): void {
  for (const head of verification.heads) {
    if (head.writer !== undefined || verification.reached.has(head)) continue
    const message = `no writer has the ${head.size} records of the anchor`
    verification.find({ verdict: 'completeness', kind: 'removed', message })
  }
}

function findWithoutReceipt(verification: Verification): void {
  const { erased, erasureReceipts, pruned, pruneReceipts } = verification
  for (const [writer, seq] of without(erased, erasureReceipts)) {
    const message = 'its content was erased and no receipt says so'
    verification.find({ verdict: 'views', kind: 'altered', writer, seq, message })
  }
  for (const [writer, seq] of without(pruned, pruneReceipts)) {
    const message = 'its segment was pruned and no receipt says so'
    verification.find({ verdict: 'completeness', kind: 'removed', writer, seq, message })
  }
}

/** The first record of each run that is not all in the other set. */
function without(set: RecordSet, receipts: RecordSet): [writer: string, seq: number][] {
  return Object.entries(set.ranges()).flatMap(([writer, runs]) =>
    runs.flatMap(([first, last]): [string, number][] => {
      for (let seq = first; seq <= last; seq += 1) if (!receipts.has(writer, seq)) return [[writer, seq]]
      return []
    }),
  )
}

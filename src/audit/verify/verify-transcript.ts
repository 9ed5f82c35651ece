import type { KeyObject } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { createRedactor } from '../../observe/redact/create-redactor.js'
import type { Redactor } from '../../observe/redact/redactor.js'
import { listSegments, type WriterSegments } from '../list-segments.js'
import { openWriters } from '../open-writers.js'
import { isSigned } from '../signed-head.js'
import { readPublicKeys } from '../transcript-keys.js'
import { transcriptLayout } from '../transcript-layout.js'
import { type BegunWriter, parseRegister, readOrEmpty } from '../writer-register.js'
import { findMissing } from './find-missing.js'
import type { Finding, VerdictName } from './finding.js'
import { type KnownHead, largestHeads, readAnchor, readHeads } from './known-heads.js'
import { type Verdict, verdictsOf } from './verdicts.js'
import { type LostCall, Verification } from './verification.js'
import { verifyWriter } from './verify-writer.js'

export interface VerifyOptions {
  /** Folder of the segments. Default: `transcripts` below `TOOLSPAN_DIR`, else `.toolspan/transcripts`. */
  dir?: string
  /** Public key in a PEM file, or a folder of them. Default: those beside the transcript. */
  publicKey?: string
  /**
   * Heads that are known from elsewhere: a file of heads, its folder, or `size:root`. Without one, what was cut off the
   * end together with the heads beside it cannot be told.
   */
  anchor?: string
  /** Finds secrets in what is stored; `false` looks for none. Default `createRedactor()`. */
  redactor?: Redactor | false
  /** Whether a transcript that is unsigned or not anchored gives exit code 4. Default `false`. */
  strict?: boolean
}

/** What came of verifying a transcript. */
export interface VerifyReport {
  dir: string
  /** 0 nothing is wrong, 1 tampered with or a verdict failed, 3 a writer stopped without an end, 4 with `strict` alone. */
  exitCode: 0 | 1 | 3 | 4
  verdicts: Record<VerdictName, Verdict>
  findings: Finding[]
  /** Findings that are not listed. */
  moreFindings: number
  lost: LostCall[]
  lostCalls: number
  writers: number
  running: number
  segments: number
  records: number
  calls: number
  decisions: number
  erased: number
  pruned: number
}

/**
 * Verifies a transcript, in one pass and in constant memory: that no record was altered, moved, put in or taken out, who
 * signed it, whether it is complete, that what ran is what was decided on, and that no secret is in it.
 *
 * @throws {TypeError} When the folder, the anchor or the key is not there or is none.
 */
export async function verifyTranscript(options: VerifyOptions = {}): Promise<VerifyReport> {
  const { anchor, redactor = createRedactor(), strict = false } = options
  const layout = transcriptLayout(options.dir)
  const writers = await segmentsOf(layout.dir)
  const keys = keysFrom(options.publicKey, layout.publicKeys)
  const anchored = anchor === undefined ? undefined : await readAnchor(anchor)
  const beside = await headsBeside(layout.heads, keys)
  const register = readOrEmpty(layout.writers)
  const verification = new Verification(
    keys,
    redactor || undefined,
    distinctHeads([...(anchored ?? []), ...beside.trusted]),
    register.length > 0 ? register : undefined,
  )
  if (beside.forged) verification.find(forgedHead(layout.heads))
  const begun = begunWriters(register)
  const open = openWriters(layout.writers)
  const running = writers.filter(({ writer }) => open.has(writer))
  for (const writer of writers)
    await verifyWriter(verification, writer, running.includes(writer) ? 'running' : 'gone')
  findMissing(verification, writers, begun)
  const facts = { anchored, writers, running: running.length, searched: redactor !== false }
  const verdicts = verdictsOf(verification, facts)
  return {
    dir: layout.dir,
    exitCode: exitCodeOf(verification, verdicts, strict),
    verdicts,
    findings: verification.findings,
    moreFindings: verification.more,
    lost: verification.lost,
    lostCalls: verification.lostCalls,
    writers: writers.length,
    running: running.length,
    segments: writers.reduce((sum, { segments }) => sum + segments.length, 0),
    records: verification.records,
    calls: verification.calls,
    decisions: verification.approvals.decisions,
    erased: verification.erased.size,
    pruned: verification.pruned.size,
  }
}

async function segmentsOf(dir: string): Promise<WriterSegments[]> {
  const stats = await stat(dir).catch(() => undefined)
  if (!stats?.isDirectory()) throw new TypeError(`there is no transcript at ${dir}`)
  return listSegments(dir)
}

function keysFrom(given: string | undefined, beside: string): Map<string, KeyObject> {
  const keys = readPublicKeys(given ?? beside)
  if (given !== undefined && keys.size === 0) throw new TypeError(`there is no public key at ${given}`)
  return keys
}

/** Heads beside the transcript that a known key signed, and whether one says so and is not. */
async function headsBeside(
  path: string,
  keys: ReadonlyMap<string, KeyObject>,
): Promise<{ trusted: KnownHead[]; forged: boolean }> {
  const heads = [...largestHeads((await readHeads(path)) ?? []).values()]
  const signed = heads.filter(({ key_id = '' }) => keys.size === 0 || keys.has(key_id))
  const trusted = signed.filter(head => {
    const { writer = '', ts = '', sig = '', key_id = '' } = head
    const key = keys.get(key_id)
    return !key || isSigned({ ...head, writer, ts }, sig, key)
  })
  return { trusted, forged: trusted.length < signed.length }
}

function distinctHeads(heads: readonly KnownHead[]): KnownHead[] {
  const distinct = new Map(heads.map(head => [`${head.writer} ${head.size} ${head.root}`, head]))
  return [...distinct.values()]
}

function forgedHead(file: string): Finding {
  const message = 'a head beside the transcript does not have the signature of its root'
  return { verdict: 'signature', kind: 'altered', file: basename(file), message }
}

function begunWriters(register: Buffer): Map<string, BegunWriter> {
  return new Map(
    parseRegister(register).flatMap(entry =>
      entry.event === 'begun' ? [[entry.writer, entry] as const] : [],
    ),
  )
}

function exitCodeOf(
  { tampered, residue }: Verification,
  { completeness, signature }: Record<VerdictName, Verdict>,
  strict: boolean,
): VerifyReport['exitCode'] {
  if (tampered) return 1
  if (residue) return 3
  return strict && (completeness.status === 'unknown' || signature.status === 'unknown') ? 4 : 0
}

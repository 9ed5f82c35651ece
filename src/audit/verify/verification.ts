import type { KeyObject } from 'node:crypto'
import type { Redactor } from '../../observe/redact/redactor.js'
import { RecordSet } from '../record-ranges.js'
import { ApprovalCheck } from './approval-check.js'
import { type Finding, isResidue, type VerdictName } from './finding.js'
import type { KnownHead } from './known-heads.js'

/** A call that was begun and whose end was not recorded. */
export interface LostCall {
  callId: string
  tool?: string
  traceId?: string
  writer: string
  seq: number
  ts: string
}

/** Findings and lost calls that are listed; more are counted. */
const MOST_LISTED = 200

/** What one verification knows and has found so far, over all writers. */
export class Verification {
  readonly failed = new Map<VerdictName, 'failed' | 'incomplete'>()
  readonly findings: Finding[] = []
  /** Findings past those that are listed. */
  more = 0
  tampered = false
  residue = false
  records = 0
  lines = 0
  calls = 0
  checkpoints = 0
  /** Records after the last signature of their writer. */
  unsigned = 0
  views = 0
  lostCalls = 0
  readonly lost: LostCall[] = []
  readonly erased = new RecordSet()
  readonly pruned = new RecordSet()
  /** What receipts say was erased and pruned. */
  readonly erasureReceipts = new RecordSet()
  readonly pruneReceipts = new RecordSet()
  readonly approvals = new ApprovalCheck()
  /** Heads that name no writer, which some writer has to reach. */
  readonly reached = new Set<KnownHead>()

  constructor(
    readonly keys: ReadonlyMap<string, KeyObject>,
    readonly redactor: Redactor | undefined,
    readonly heads: readonly KnownHead[],
    readonly register: Buffer | undefined,
  ) {}

  find(finding: Finding): void {
    this.fail(finding.verdict, isResidue(finding) ? 'incomplete' : 'failed')
    if (isResidue(finding)) this.residue = true
    else this.tampered = true
    if (this.findings.length < MOST_LISTED) this.findings.push(finding)
    else this.more += 1
  }

  /** Notes that a verdict is bad without a finding of its own. */
  fail(verdict: VerdictName, as: 'failed' | 'incomplete'): void {
    if (this.failed.get(verdict) !== 'failed') this.failed.set(verdict, as)
  }

  lose(call: LostCall): void {
    this.lostCalls += 1
    this.residue = true
    this.fail('completeness', 'incomplete')
    if (this.lost.length < MOST_LISTED) this.lost.push(call)
  }
}

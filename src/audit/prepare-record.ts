import { createHmac } from 'node:crypto'
import type { Commitments } from '../observe/commitments.js'
import type { TranscriptActor, TranscriptApproval, TranscriptRecord } from '../observe/transcript-sink.js'
import { contentText } from './record-line.js'
import { storableJson } from './storable-json.js'
import type { CoveredRecord, ErasableContent, StoredActor } from './stored-record.js'

/** What a record says apart from its place in a chain. */
export type RecordFacts = Omit<CoveredRecord, 'v' | 'seq' | 'writer' | 'prev' | 'mono_ns'>

/** A record that waits for its place in the chain. */
export interface PreparedRecord {
  facts: RecordFacts
  /** Text of its erasable content. */
  tail?: string
  /** Salt of its commitments, for the side store. */
  salt?: Buffer
}

/** What preparing needs of its transcript. */
export interface PrepareSettings {
  nextSalt(): Buffer
  /** Keys the digests of inputs. */
  digestKey: Buffer
}

/** Turns a record of the runtime into facts that stay and content that can be erased. */
export function prepareRecord(
  record: TranscriptRecord,
  committed: { commitments?: Commitments; salt: Buffer },
  { nextSalt, digestKey }: PrepareSettings,
): PreparedRecord {
  const content: ErasableContent = {
    approval: record.approval && digestsOf(record.approval, digestKey),
    redactions: record.redactions?.map(({ pointer, rule }) => ({ ptr: pointer, rule })),
    salt: nextSalt().toString('base64'),
    subject: record.subject,
    view: { transcript: record.view },
  }
  const { tail, hash } = contentText(storableJson(content))
  return {
    facts: { ...factsOf(record), commit: { ...committed.commitments, transcript: hash } },
    tail,
    salt: committed.salt,
  }
}

function factsOf(record: TranscriptRecord): RecordFacts {
  const { toolName, toolVersion, toolSchemaDigest, policyDigest, outcome, durationMs, approval } = record
  return {
    ts: record.ts,
    type: record.type,
    session: record.sessionId,
    conversation: record.conversationId,
    tenant: record.tenant,
    trace_id: record.traceId,
    span_id: record.spanId,
    parent_span_id: record.parentSpanId,
    call_id: record.toolCallId,
    task_id: record.taskId,
    attempt: record.attempt,
    tool: { id: toolName, version: toolVersion, schema_sha256: toolSchemaDigest && hexOf(toolSchemaDigest) },
    agent: record.agentName,
    actor: record.actor === undefined ? undefined : storedActor(record.actor),
    policy: policyDigest === undefined ? undefined : { sha256: hexOf(policyDigest) },
    repairs: record.repairs,
    approval: approval && decisionOf(approval),
    outcome: outcome === undefined ? undefined : { status: outcome, duration_ns: nanoseconds(durationMs) },
  }
}

function decisionOf({ decision, mode, by }: TranscriptApproval): CoveredRecord['approval'] {
  return { decision, mode, approver: by && storedActor(by) }
}

function storedActor(actor: string | TranscriptActor): StoredActor {
  if (typeof actor === 'string') return { id: actor }
  const { id, kind, onBehalfOf } = actor
  return { id, ...(kind && { kind }), ...(onBehalfOf && { on_behalf_of: onBehalfOf }) }
}

function digestsOf(approval: TranscriptApproval, key: Buffer): ErasableContent['approval'] {
  const { proposed, presented, decided, executed, reason } = approval
  const keyed = (digest?: string) =>
    digest === undefined ? undefined : `hmac-sha256:${createHmac('sha256', key).update(digest).digest('hex')}`
  return {
    proposed: keyed(proposed),
    presented: keyed(presented),
    decided: keyed(decided),
    executed: keyed(executed),
    reason,
  }
}

function hexOf(digest: string): string {
  return digest.replace(/^sha256:/, '')
}

function nanoseconds(ms?: number): string | undefined {
  return ms === undefined ? undefined : String(Math.round(ms * 1e6))
}

import type { Commit } from './commitments.js'
import type { JsonValue, Redaction } from './redact/redactor.js'

/** Who acts, and for whom. */
export interface TranscriptActor {
  id: string
  /** Such as `agent`, `user`, `system` or `ci`. */
  kind?: string
  /** The id of whoever the actor acts for. */
  onBehalfOf?: string
}

/**
 * What came of asking a person, and whether that is what ran. The digests are `digestOf` the raw input at each step; a
 * sink that others may read keeps them keyed, as short inputs can be guessed from a bare digest.
 */
export interface TranscriptApproval {
  decision?: 'approved' | 'denied' | 'modified' | 'expired' | 'auto'
  /** How it was decided: by a person at hand, by a delegate, by a policy, in continuous integration. */
  mode?: 'interactive' | 'delegated' | 'policy' | 'ci'
  by?: TranscriptActor
  /** Why, in the words of who decided, redacted. */
  reason?: string
  /** What the model asked for. */
  proposed?: string
  /** What the person was shown. */
  presented?: string
  /** What the person decided on. */
  decided?: string
  /** What ran. */
  executed?: string
}

/** One record of a transcript: what happened in a call, as it may be kept. Nothing raw is in it. */
export interface TranscriptRecord {
  type:
    | 'tool.input'
    | 'tool.output'
    | 'tool.error'
    | 'approval.request'
    | 'approval.decision'
    | 'suspend'
    | 'resume'
  /** When, in RFC 3339. */
  ts: string
  traceId?: string
  spanId?: string
  /** The span that the call's own span is under. */
  parentSpanId?: string
  toolName: string
  toolVersion?: string
  /** Digest of the schemas that the tool had. */
  toolSchemaDigest?: string
  toolCallId: string
  /** Which attempt of a background task this is, from 1. */
  attempt?: number
  /** The background task that the call runs as. */
  taskId?: string
  agentName?: string
  /** How the call ended; absent on what is written before it runs. */
  outcome?: string
  durationMs?: number
  tenant?: string
  actor?: string | TranscriptActor
  /** Whom the data is about. */
  subject?: string
  sessionId?: string
  conversationId?: string
  approval?: TranscriptApproval
  /** Digest of the policies in force: of the redactor, of the transforms, of approval. */
  policyDigest?: string
  /** Names of the repairs that model input needed. */
  repairs?: readonly string[]
  /** What the redactor took out of the view: rules and JSON Pointers, never values. */
  redactions?: readonly Redaction[]
  /** The payload after the transcript transforms and the redactor. */
  view: JsonValue
}

/** Where transcripts go. Written whether or not a trace is sampled. */
export interface TranscriptSink {
  /**
   * Takes a record; a rejection says that it is not as durable as promised.
   *
   * @param commit Commits to what the record does not hold: see `Commit`. Call it before `append` has settled.
   */
  append(record: TranscriptRecord, commit: Commit): void | PromiseLike<void>
  /** Makes all that was taken as durable as it can be; asked when a runtime is flushed or closed. */
  flush?(options: { timeoutMs: number }): unknown
  /**
   * What a call does whose intent could not be made durable: run all the same, or end `audit_unavailable` without
   * running. Default `'continue'`.
   */
  readonly onError?: 'continue' | 'block'
}

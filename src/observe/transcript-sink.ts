import type { JsonValue } from './redact/redactor.js'

/** One record of a transcript: what happened in a call, as it may be kept. Nothing raw is in it. */
export interface TranscriptRecord {
  type: 'tool.input' | 'tool.output' | 'tool.error' | 'approval.request' | 'suspend'
  /** When, in RFC 3339. */
  ts: string
  traceId?: string
  spanId?: string
  toolName: string
  toolVersion?: string
  toolCallId: string
  /** How the call ended; absent on what is written before it runs. */
  outcome?: string
  durationMs?: number
  tenant?: string
  actor?: string
  subject?: string
  sessionId?: string
  conversationId?: string
  /** Names of the repairs that model input needed. */
  repairs?: readonly string[]
  /** The payload after the transcript transforms and the redactor. */
  view: JsonValue
}

/** Where transcripts go. Written whether or not a trace is sampled. */
export interface TranscriptSink {
  /** Takes a record; a rejection says that it is not as durable as promised. */
  append(record: TranscriptRecord): void | PromiseLike<void>
  /**
   * What a call does whose intent could not be made durable: run all the same, or end `audit_unavailable` without
   * running. Default `'continue'`.
   */
  readonly onError?: 'continue' | 'block'
}

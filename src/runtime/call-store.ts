import type { JsonValue } from '../observe/redact/redactor.js'
import type { TranscriptActor } from '../observe/transcript-sink.js'

/**
 * Where calls wait for a person, and where background tasks live: in memory, in files, in Redis. A store knows nothing
 * of tickets and tasks; it keeps records, and lets one of several who change the same record win.
 */
export interface CallStore {
  /** Keeps a new record. Resolves once it is as durable as the store can make it; rejects when the id is taken. */
  create(stored: StoredCall): Promise<void>
  /** Returns a record with its values, or `undefined` when no record has the id. */
  read(id: string): Promise<StoredCall | undefined>
  /**
   * Replaces a record by its next revision, and answers whether it did: `false` when the record kept is not the one
   * before, because another was first or it is gone. Nothing has changed then.
   */
  replace(next: StoredCall): Promise<boolean>
  /** Removes a record and everything that was in it. */
  remove(id: string): Promise<void>
  /** Lists the records, oldest first, without their values. */
  list(): Promise<readonly StoredCall[]>
  /** Calls back soon after a record changed, here or in another process. Returns what ends it. */
  watch?(changed: () => void): () => void
}

/** What a call waits for: a decision, the data it is resumed with, or its turn in the background. */
export type StoredKind = 'approval' | 'suspend' | 'task'

/**
 * Where a stored call stands. A ticket goes from `waiting` over `approved`, `denied` or `answered` to `running` and
 * `done`, or to `expired`; the others are those of a background task.
 */
export type StoredState =
  | 'waiting'
  | 'approved'
  | 'denied'
  | 'answered'
  | 'running'
  | 'done'
  | 'expired'
  | TaskState

/** States of a background task; the last four are final. */
export type TaskState =
  | 'pending'
  | 'running'
  | 'suspended'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'timed_out'

/** A call that goes on later. All of it but `values` is plain facts and safe views, and may be listed. */
export interface StoredCall {
  /** The ticket, or the id of the task. */
  id: string
  kind: StoredKind
  state: StoredState
  /** 1 for a new record; each change carries the next. */
  revision: number
  toolName: string
  toolCallId: string
  /** Milliseconds since 1970. */
  createdAt: number
  updatedAt: number
  /** When a ticket can no longer be used. */
  expiresAt?: number
  /** Digest of the tool's schemas when it began to wait; another one means that the tool has changed. */
  schemaDigest: string
  /**
   * Digest of the repaired input, which a decision is bound to. In a list a store may give it keyed, as `decided`, and
   * leave the `reason` of a decision out: they tell of the input.
   */
  inputDigest: string
  /** What a person may see of the input, or of the payload it was suspended with. */
  shown: JsonValue
  facts: CallFacts
  decision?: Decision
  /** The task that a suspended call belongs to. */
  taskId?: string
  task?: TaskProgress
  /** Who runs it now, and until when it is theirs without another word. */
  claim?: { by: string; until: number }
  /** Raw values: sealed at rest, dropped when the call ends. Absent in lists. */
  values?: StoredValues
}

/** Who and what a call is for, as the caller said, and the span it continues. */
export interface CallFacts {
  tenant?: string
  actor?: string | TranscriptActor
  subject?: string
  sessionId?: string
  conversationId?: string
  agentName?: string
  traceId?: string
  spanId?: string
  traceFlags?: number
}

/** Raw values of a stored call. */
export interface StoredValues {
  /** The repaired input, as the server saw it. */
  input: unknown
  /** What it runs with instead, where it was approved with another input. */
  editedInput?: unknown
  /** The id of the call where the record shows another, because it holds a credential. */
  toolCallId?: string
  suspendPayload?: unknown
  resumeData?: unknown
  /** What of the request context can be stored. */
  requestContext?: Record<string, unknown>
  /** What came of a background task. */
  result?: unknown
}

/** Who decides or answers. */
export interface Decider {
  id: string
  kind: 'user' | 'agent' | 'system' | 'ci'
}

/** What was decided on a call that waits for approval. */
export interface Decision {
  /** `modified` when it was approved with another input. */
  decision: 'approved' | 'denied' | 'modified'
  by: Decider
  reason?: string
  /** Milliseconds since 1970. */
  at: number
  /** Digest of what was shown to who decided, where they said so. */
  presented?: string
  /** Digest of the input that was decided on. */
  decided: string
}

/** How far a background task has come. */
export interface TaskProgress {
  /** Attempts begun so far. */
  attempt: number
  /** Attempts that have failed, those included that were lost with their process. */
  failures: number
  /** Attempts that were lost with their process. */
  lost?: number
  maxRetries: number
  /** When its next attempt may begin, in milliseconds since 1970. */
  dueAt: number
  /** When its last attempt began. */
  startedAt?: number
  endedAt?: number
  /** Safe text of what its last attempt failed with, and its type. */
  error?: { type: string; message: string }
  /** Where it waits to be resumed. */
  ticket?: string
}

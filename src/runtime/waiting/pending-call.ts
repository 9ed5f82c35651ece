import { digestOf } from '../../observe/digest.js'
import type { JsonValue } from '../../observe/redact/redactor.js'
import type { Decision, StoredCall } from '../call-store.js'

/** A call that waits for a person, as that person may see it. */
export interface PendingCall {
  /** What `approve`, `deny` or `resume` is given. */
  ticket: string
  kind: 'approval' | 'suspend'
  toolName: string
  toolCallId: string
  /** The input of a call that waits for approval, or the payload of one that was suspended: transformed and redacted. */
  shown: JsonValue
  /** Digest of `shown`; given back as `presented`, it says that this is what the decision was made on. */
  shownDigest: string
  /** Digest of the input that a decision is bound to. */
  inputDigest: string
  /** Milliseconds since 1970. */
  createdAt: number
  expiresAt?: number
  traceId?: string
  spanId?: string
  tenant?: string
  conversationId?: string
  /** The background task that the call belongs to. */
  taskId?: string
}

/** Tells whether someone may decide on a call that waits. */
export type CanDecide = (
  decision: Pick<Decision, 'decision' | 'by' | 'reason'>,
  pending: PendingCall,
) => boolean | PromiseLike<boolean>

/** Returns a stored call as a person may see it. */
export function toPending(stored: StoredCall & { kind: PendingCall['kind'] }): PendingCall {
  const { id, kind, toolName, toolCallId, shown, inputDigest, createdAt, expiresAt, facts, taskId } = stored
  const { traceId, spanId, tenant, conversationId } = facts
  return {
    ticket: id,
    kind,
    toolName,
    toolCallId,
    shown,
    shownDigest: digestOf(shown),
    inputDigest,
    createdAt,
    expiresAt,
    traceId,
    spanId,
    tenant,
    conversationId,
    ...(taskId && { taskId }),
  }
}

/** Tells whether a record is a ticket. */
export function isTicket(stored: StoredCall): stored is StoredCall & { kind: PendingCall['kind'] } {
  return stored.kind !== 'task'
}

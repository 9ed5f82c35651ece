import { randomUUID } from 'node:crypto'
import { digestOf } from '../../observe/digest.js'
import type { JsonValue } from '../../observe/redact/redactor.js'
import type { Call } from '../call-state.js'
import type { StoredCall, StoredKind, StoredState } from '../call-store.js'
import { safeActor, safeIdOf } from '../safe-ids.js'
import { toolDigest } from '../tool-digest.js'

type StoredPart = Pick<StoredCall, 'id' | 'shown'> &
  Partial<Pick<StoredCall, 'expiresAt' | 'taskId' | 'task'>> & {
    suspendPayload?: unknown
    resumeData?: unknown
  }

/** Returns the record of a call as it stands, from which it can go on in any process that shares the store. */
export function storedFrom(call: Call, kind: StoredKind, state: StoredState, part: StoredPart): StoredCall {
  const { kernel, toolName, toolCallId, shownCallId, rawInput } = call
  const { suspendPayload, resumeData, ...rest } = part
  const now = kernel.clock.date()
  return {
    ...rest,
    kind,
    state,
    revision: 1,
    toolName,
    toolCallId: shownCallId,
    createdAt: now,
    updatedAt: now,
    schemaDigest: toolDigest(call.tool),
    inputDigest: digestOf(rawInput),
    facts: factsOf(call),
    values: {
      input: rawInput,
      suspendPayload,
      resumeData,
      requestContext: storableContext(call),
      ...(toolCallId !== shownCallId && { toolCallId }),
    },
  }
}

/** Lets a call find its tool again: one that was handed over itself is not among the runtime's own. */
export function rememberTool({ kernel, tool }: Call): void {
  if (!kernel.tools.has(tool.id)) kernel.tools.set(tool.id, tool)
}

/** Returns an id that nobody can guess. */
export function newId(prefix: 'ticket' | 'task'): string {
  return `${prefix}_${randomUUID()}`
}

/** What a person may see of a payload, as a record holds it. */
export function shownOf(shown: { payload: JsonValue } | { suppress: true }): JsonValue {
  return 'payload' in shown ? shown.payload : null
}

/** Facts rest unsealed. What a tenant is called stays, as records of tenants are told apart by it. */
function factsOf(call: Call): StoredCall['facts'] {
  const safe = (id?: string) => (id ? safeIdOf(call, id) : id)
  const { actor, subject, sessionId, tenant, conversationId, agentName, live, ids } = call
  return {
    tenant,
    actor: actor && safeActor(call, actor),
    subject: safe(subject),
    sessionId: safe(sessionId),
    conversationId: safe(conversationId),
    // A name that must be hidden is nobody's name; whoever goes on gives its own.
    agentName: safe(agentName) === agentName ? agentName : undefined,
    ...(live && { traceId: ids.traceId, spanId: ids.spanId, traceFlags: ids.traceFlags }),
  }
}

/** The request context as far as it can be kept: a database connection in it cannot. */
function storableContext({ requestContext }: Call): Record<string, unknown> | undefined {
  const storable = [...requestContext.entries()].filter(([, value]) => isStorable(value))
  return storable.length > 0 ? Object.fromEntries(storable) : undefined
}

/** Tells whether a store can hold a value. */
export function isStorable(value: unknown): boolean {
  try {
    structuredClone(value)
    return true
  } catch {
    return false
  }
}

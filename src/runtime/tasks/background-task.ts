import type { JsonValue } from '../../observe/redact/redactor.js'
import type { TaskState } from '../call-store.js'
import { callIdOf, type StoredTask } from './stored-task.js'

/** A background task, as the application sees it. All of it but `result` is safe to show. */
export interface BackgroundTask {
  taskId: string
  toolName: string
  toolCallId: string
  state: TaskState
  /** The input as a person may see it. */
  shown: JsonValue
  /** Attempts begun so far. */
  attempt: number
  maxRetries: number
  /** Milliseconds since 1970. */
  createdAt: number
  /** When its next attempt may begin; while it is pending. */
  dueAt?: number
  /** When its last attempt began. */
  startedAt?: number
  /** When it ended. */
  endedAt?: number
  /** The output of the tool, once the task is completed; not in lists. */
  result?: unknown
  /** What its last attempt failed with, as safe text. */
  error?: { type: string; message: string }
  /** Where it is resumed, while it is suspended. */
  ticket?: string
  /** The span of the call that dispatched it. */
  traceId?: string
  spanId?: string
  tenant?: string
  conversationId?: string
}

/** Returns a stored task as the application sees it. */
export function toTask(stored: StoredTask): BackgroundTask {
  const { id, toolName, state, shown, createdAt, facts, task, values } = stored
  const { attempt, maxRetries, dueAt, startedAt, endedAt, error, ticket } = task
  const { traceId, spanId, tenant, conversationId } = facts
  return {
    taskId: id,
    toolName,
    toolCallId: callIdOf(stored),
    state,
    shown,
    attempt,
    maxRetries,
    createdAt,
    ...(state === 'pending' && { dueAt }),
    ...(startedAt !== undefined && { startedAt }),
    ...(endedAt !== undefined && { endedAt }),
    ...(state === 'completed' && values && { result: values.result }),
    ...(error && { error }),
    ...(state === 'suspended' && { ticket }),
    ...(traceId && { traceId, spanId }),
    ...(tenant !== undefined && { tenant }),
    ...(conversationId !== undefined && { conversationId }),
  }
}

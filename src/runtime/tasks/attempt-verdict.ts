import { withLimit } from '../../observe/limit.js'
import type { Call } from '../call-state.js'
import type { TaskState } from '../call-store.js'
import { meaningOf } from '../outcome.js'
import type { Settlement } from '../settlement.js'
import type { AnyToolDefinition } from '../tool.js'
import { retryDelay } from './retry-delay.js'
import type { StoredTask } from './stored-task.js'

/** What an attempt that has ended makes of its task. */
export interface Verdict {
  state: TaskState
  /** Attempts that have failed, this one included. */
  failures: number
  /** How long the next attempt must wait, where there is one. */
  delayMs?: number
  error?: { type: string; message: string }
  /** Set where the task is completed. */
  result?: { value: unknown }
  ticket?: string
}

/** Decides what comes of a task whose attempt has ended: completed, suspended, to be tried again, or failed for good. */
export async function verdictOn(call: Call, settlement: Settlement, { task }: StoredTask): Promise<Verdict> {
  const { outcome, output, ticket } = settlement
  if (outcome === 'ok') return { state: 'completed', failures: task.failures, result: { value: output } }
  if (outcome === 'suspended') return { state: 'suspended', failures: task.failures, ticket }
  // Nobody cancelled the task, so it was the runtime that closed: the attempt is handed back, and counts for nothing.
  if (outcome === 'cancelled') return { state: 'pending', failures: task.failures, delayMs: 0 }
  const failures = task.failures + 1
  const error = failureOf(settlement)
  if (failures <= task.maxRetries && (await isWorthAnother(call, settlement))) {
    return { state: 'pending', failures, error, delayMs: retryDelay(call.tool.background, failures) }
  }
  return { state: outcome === 'timed_out' ? 'timed_out' : 'failed', failures, error }
}

function failureOf({ outcome, errorType, message = outcome }: Settlement): Verdict['error'] {
  return { type: errorType ?? meaningOf(outcome).error ?? outcome, message }
}

/**
 * What does not fit its schema fits no better the second time. An attempt that timed out may still be at work, so it is
 * repeated only where that changes nothing.
 */
async function isWorthAnother(call: Call, { outcome, thrown }: Settlement): Promise<boolean> {
  if (outcome === 'timed_out') return !call.executed || isIdempotent(call.tool)
  if (outcome === 'audit_unavailable') return true
  if (outcome !== 'error') return false
  const retryable = call.tool.background?.retryable
  if (!retryable) return true
  const { hookTimeoutMs, clock } = call.kernel
  const asked = await withLimit(() => retryable(thrown?.value), hookTimeoutMs, clock)
  return asked.ok && asked.value === true
}

function isIdempotent({ mcp }: AnyToolDefinition): boolean {
  return mcp?.annotations?.idempotentHint === true
}

import { withLimit } from '../../observe/limit.js'
import { announce } from '../announce.js'
import { announceEnd } from '../announce-end.js'
import type { Call } from '../call-state.js'
import type { TaskState } from '../call-store.js'
import type { ToolEventType } from '../events.js'
import { inCall } from '../in-call.js'
import type { Kernel } from '../kernel.js'
import type { Settlement } from '../settlement.js'
import { runCallback } from './run-callback.js'
import { callIdOf, type StoredTask } from './stored-task.js'
import type { TaskEngine } from './task-engine.js'

/** Tells that a call goes on as a task, after everything that was told of the call. */
export async function tellStarted(call: Call, stored: StoredTask): Promise<void> {
  const { kernel } = call
  const tell = () => emit(kernel, 'background-task-started', stored, {})
  if (!call.announcing) return tell()
  call.announcing = call.announcing.then(tell)
  await shown(call)
}

/** Tells that an attempt of a task has begun, or has failed and will be followed by another. */
export function tellProgress({ kernel, running }: TaskEngine, stored: StoredTask): void {
  const { id, state, task, createdAt } = stored
  emit(kernel, 'background-task-progress', stored, {
    taskIds: [id],
    runningCount: running.size,
    elapsedMs: Math.max(0, kernel.clock.date() - createdAt),
    attempt: task.attempt,
    state,
    ...(state === 'pending' && { error: task.error, dueAt: task.dueAt }),
  })
}

export function tellCancelled(kernel: Kernel, stored: StoredTask): void {
  emit(kernel, 'background-task-cancelled', stored, {})
}

/** Tells what an attempt has made of its task, and, where that was the end of it, its tool's callback. */
export async function tellSettled(
  engine: TaskEngine,
  call: Call,
  settlement: Settlement,
  stored: StoredTask,
): Promise<void> {
  await inCall(call, async () => {
    announceSettled(engine, call, settlement, stored)
    await shown(call)
    engine.changed(stored)
    await runCallback(engine.kernel, stored, call)
  })
}

/** Tells of a task that has ended without an attempt that could say so. */
export async function tellLost(engine: TaskEngine, stored: StoredTask): Promise<void> {
  const { state, task } = stored
  if (state === 'pending') return tellProgress(engine, stored)
  emit(engine.kernel, 'background-task-failed', stored, { state, error: task.error })
  engine.changed(stored)
  await runCallback(engine.kernel, stored)
}

function announceSettled(engine: TaskEngine, call: Call, settlement: Settlement, stored: StoredTask): void {
  const { id: taskId, state, task } = stored
  if (state === 'pending') {
    tellProgress(engine, stored)
    return
  }
  const more = { taskId, ...(state !== 'suspended' && { state }) }
  if (state === 'failed' && settlement.outcome === 'ok') {
    announce(call, 'background-task-failed', 'error', new Error(task.error?.message), more)
  } else announceEnd(call, settlement, { more, also: ENDS_WITH[state] })
}

const ENDS_WITH: Partial<Record<TaskState, ToolEventType>> = {
  completed: 'background-task-completed',
  failed: 'background-task-failed',
  timed_out: 'background-task-failed',
}

/** An event without a payload of the tool's. */
function emit(kernel: Kernel, type: ToolEventType, stored: StoredTask, more: Record<string, unknown>): void {
  const { id, toolName, facts } = stored
  const { tenant, traceId, spanId } = facts
  const { events } = kernel
  for (const audience of ['application', 'display'] as const) {
    if (!events.hasReaders(audience)) continue
    const toolCallId = audience === 'display' ? stored.toolCallId : callIdOf(stored)
    const payload = { taskId: id, toolName, toolCallId, ...more }
    const event = { type, toolCallId, toolName, ...(traceId && { traceId, spanId }), payload }
    events.emit(event, audience, { tenant, toolCallId: callIdOf(stored) })
  }
}

/** Who is slow to be shown something keeps a task no longer than one transform may take. */
export async function shown({ announcing, kernel }: Call): Promise<void> {
  if (announcing) await withLimit(() => announcing, kernel.transformTimeoutMs, kernel.clock)
}

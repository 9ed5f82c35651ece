import type { StoredCall } from '../call-store.js'
import type { Verdict } from './attempt-verdict.js'
import { verdictOnLost } from './lost-attempt.js'
import { moveTask } from './move-task.js'
import { findTask } from './read-task.js'
import { recordAfter } from './record-after.js'
import type { StoredTask } from './stored-task.js'
import type { TaskEngine } from './task-engine.js'
import { tellLost } from './tell-task.js'

/** Takes over a task that nobody looks after any more, where this runtime has its tool. */
export async function takeOver(
  engine: TaskEngine,
  stored: StoredTask,
  listed: readonly StoredCall[],
): Promise<void> {
  const { kernel } = engine
  const { id, toolName, state, task } = stored
  const tool = kernel.tools.get(toolName)
  if (!tool?.execute || engine.has(id) || !isFree(engine, stored)) return
  if (state === 'running') return settleWithout(engine, stored, verdictOnLost(stored, tool))
  if (state === 'suspended' && isExpired(engine, stored, listed)) {
    const error = { type: 'ticket_expired', message: 'Nobody resumed the task in time' }
    return settleWithout(engine, stored, { state: 'failed', failures: task.failures, error })
  }
  const isDue = state === 'pending' && task.dueAt <= kernel.clock.date()
  // The rest is left to runtimes that have a place for it.
  if (isDue && engine.freePlaces > 0) engine.enqueue({ id, toolName })
}

function isFree({ id, kernel }: TaskEngine, { claim }: StoredTask): boolean {
  return !claim || claim.by === id || claim.until <= kernel.clock.date()
}

function isExpired({ kernel }: TaskEngine, { task }: StoredTask, listed: readonly StoredCall[]): boolean {
  const ticket = listed.find(({ id }) => id === task.ticket)
  if (ticket?.state === 'expired') return true
  return ticket?.state === 'waiting' && (ticket.expiresAt ?? Number.POSITIVE_INFINITY) <= kernel.clock.date()
}

/** Settles what comes of a task that no attempt can speak for. */
async function settleWithout(
  engine: TaskEngine,
  listed: StoredTask,
  verdict: Verdict & { lost?: number },
): Promise<void> {
  const { kernel } = engine
  // A list holds no values, and what others have changed since is theirs.
  const stored = await findTask(kernel.tickets, listed.id)
  if (stored?.revision !== listed.revision) return
  const settled = await moveTask(kernel.tickets, stored, verdict.state, recordAfter(engine, stored, verdict))
  if (!settled) return
  if (settled.state === 'pending')
    engine.enqueue({ id: settled.id, toolName: settled.toolName }, verdict.delayMs)
  await tellLost(engine, settled)
}

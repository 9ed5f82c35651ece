import { ATTR } from '../../observe/names.js'
import { quietly } from '../../observe/quietly.js'
import { runCall } from '../call.js'
import type { Call } from '../call-state.js'
import type { Settlement } from '../settlement.js'
import { continuedCall, type GoOnOptions } from '../waiting/go-on.js'
import { HeldTask } from './held-task.js'
import { moveTask } from './move-task.js'
import { findTask } from './read-task.js'
import { settleTask } from './settle-task.js'
import type { StoredTask } from './stored-task.js'
import type { TaskEngine } from './task-engine.js'
import { tellProgress } from './tell-task.js'

/** Runs one attempt of a task whose turn it is, and settles what comes of it. */
export async function runTask(engine: TaskEngine, id: string): Promise<void> {
  const begun = await begin(engine, id)
  if (!begun) {
    engine.live.delete(id)
    return
  }
  const { kernel, limits, running } = engine
  const held = new HeldTask(begun)
  running.set(id, held)
  if (kernel.sharesTickets)
    held.renew(kernel.tickets, kernel.clock, { by: engine.id, leaseMs: limits.leaseMs })
  try {
    const { call, settlement } = await runAttempt(engine, held)
    await settleTask(engine, held, call, settlement)
  } finally {
    held.release()
    running.delete(id)
  }
}

/** Takes a task for one attempt; `undefined` where somebody else has it, or it waits no longer. */
async function begin(engine: TaskEngine, id: string): Promise<StoredTask | undefined> {
  const { kernel } = engine
  const stored = await findTask(kernel.tickets, id)
  const now = kernel.clock.date()
  if (stored?.state !== 'pending' || !kernel.tools.get(stored.toolName)?.execute) return undefined
  const { claim, task } = stored
  if (claim && claim.by !== engine.id && claim.until > now) return undefined
  const begun = await moveTask(kernel.tickets, stored, 'running', {
    claim: engine.claim(),
    updatedAt: now,
    task: { attempt: task.attempt + 1, startedAt: now },
  })
  if (begun) measureWait(engine, begun)
  return begun
}

async function runAttempt(
  engine: TaskEngine,
  held: HeldTask,
): Promise<{ call: Call; settlement: Settlement }> {
  const { kernel, live, detached } = engine
  const { stored, signal } = held
  const { options, run } = live.get(stored.id) ?? detached
  const timeoutMs = kernel.tools.get(stored.toolName)?.background?.timeoutMs
  const goOnOptions: GoOnOptions = { ...options, abortSignal: signal, timeoutMs }
  return run(async () => {
    const call = continuedCall(kernel, { stored, attempt: stored.task.attempt }, goOnOptions)
    tellProgress(engine, stored)
    return { call, settlement: await runCall(call, settlement => settlement) }
  })
}

function measureWait({ kernel }: TaskEngine, { toolName, task, createdAt }: StoredTask): void {
  if (kernel.metrics !== 'all') return
  const since = Math.max(createdAt, task.dueAt)
  const waitedS = Math.max(0, (task.startedAt ?? since) - since) / 1_000
  const attributes = { [ATTR.toolName]: kernel.toolNames(toolName) }
  quietly(() => kernel.signals.instruments().taskQueueDuration.record(waitedS, attributes))
}

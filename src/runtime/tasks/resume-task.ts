import { setImmediate } from 'node:timers/promises'
import type { Call } from '../call-state.js'
import { RuntimeClosedError, TicketError } from '../errors.js'
import { storedFrom } from '../waiting/store-call.js'
import { liveCallOf } from './live-call.js'
import { moveTask } from './move-task.js'
import { findTask } from './read-task.js'
import type { StoredTask } from './stored-task.js'
import type { TaskEngine } from './task-engine.js'

/**
 * Hands a suspended task the data it is resumed with, and lets it wait for its turn. Answers its id.
 *
 * @throws TicketError when the task is suspended no longer.
 */
export async function resumeTask(engine: TaskEngine, call: Call, taskId: string): Promise<string> {
  const { kernel, live, closed } = engine
  if (closed) throw new RuntimeClosedError()
  const suspended = await suspendedTask(engine, call, taskId)
  const { toolName, shown } = suspended
  const { continuation } = call.request
  const resumeData = continuation?.resumeData ?? continuation?.stored.values?.resumeData
  const { suspendPayload } = call
  const { values } = storedFrom(call, 'task', 'pending', { id: taskId, shown, suspendPayload, resumeData })
  const now = kernel.clock.date()
  const resumed = await moveTask(kernel.tickets, suspended, 'pending', {
    values,
    updatedAt: now,
    claim: engine.claim(now),
    task: { dueAt: now, ticket: undefined },
  })
  if (!resumed) throw endedMeanwhile()
  const fresh = liveCallOf(call)
  live.set(taskId, { ...fresh, options: withGiven(live.get(taskId)?.options ?? {}, fresh.options) })
  engine.enqueue({ id: taskId, toolName })
  return taskId
}

/** The ticket of a task is there a moment before the task says that it is suspended. */
async function suspendedTask({ kernel }: TaskEngine, call: Call, taskId: string): Promise<StoredTask> {
  const { clock, tickets, hookTimeoutMs } = kernel
  const until = clock.now() + hookTimeoutMs
  const ticket = call.request.continuation?.stored.id
  for (;;) {
    const stored = await findTask(tickets, taskId)
    if (stored?.state === 'suspended' && stored.task.ticket === ticket) return stored
    if (stored?.state !== 'running' || clock.now() > until || call.interrupted) throw endedMeanwhile()
    await setImmediate()
  }
}

/** What is given now, and under it what was given before. */
function withGiven<T extends object>(before: T, now: T): T {
  return { ...before, ...Object.fromEntries(Object.entries(now).filter(([, value]) => value !== undefined)) }
}

function endedMeanwhile(): TicketError {
  return new TicketError('used', 'the task of this ticket has ended, or was resumed already')
}

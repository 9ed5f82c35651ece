import { advance } from '../waiting/advance.js'
import { type BackgroundTask, toTask } from './background-task.js'
import { moveTask } from './move-task.js'
import { readTask } from './read-task.js'
import { endedValues } from './record-after.js'
import type { StoredTask } from './stored-task.js'
import type { TaskEngine } from './task-engine.js'
import { isFinal } from './task-states.js'
import { tellCancelled } from './tell-task.js'

/**
 * Cancels a task, for good: what its attempt comes to changes nothing any more. A task that has ended stays as it is.
 *
 * @throws TaskError when there is no such task.
 */
export async function cancelTask(engine: TaskEngine, id: string, tenant?: string): Promise<BackgroundTask> {
  const { kernel, running } = engine
  const { tickets, clock } = kernel
  for (;;) {
    const stored = await readTask(tickets, id, tenant)
    if (isFinal(stored.state)) return toTask(stored)
    const now = clock.date()
    const cancelled = await moveTask(tickets, stored, 'cancelled', {
      claim: undefined,
      values: endedValues(stored.values),
      updatedAt: now,
      task: { endedAt: now, ticket: undefined },
    })
    // Whoever changed it first may have ended it.
    if (!cancelled) continue
    running.get(id)?.abort('the task was cancelled')
    await closeTicket(engine, stored)
    tellCancelled(kernel, cancelled)
    engine.changed(cancelled)
    return toTask(cancelled)
  }
}

/** Nobody can resume what was cancelled. */
async function closeTicket({ kernel }: TaskEngine, { task }: StoredTask): Promise<void> {
  const ticket = task.ticket === undefined ? undefined : await kernel.tickets.read(task.ticket)
  if (ticket?.state !== 'waiting') return
  const updatedAt = kernel.clock.date()
  await advance(kernel.tickets, ticket, { state: 'done', values: undefined, updatedAt })
}

import type { StoredCall } from '../call-store.js'
import { advance } from '../waiting/advance.js'
import { findTask } from './read-task.js'
import type { TaskEngine } from './task-engine.js'
import { taskIdOf } from './task-id.js'

/**
 * Gives back the tickets whose process was gone before it had handed them over to a task. To carry out such a ticket is no
 * more than that, so it can be done again: there is still one task, and it goes on once.
 */
export async function giveBackTickets(engine: TaskEngine, listed: readonly StoredCall[]): Promise<void> {
  const left = listed.filter(stored => isHandOver(engine, stored))
  await Promise.all(left.map(({ id }) => giveBack(engine, id)))
}

function isHandOver({ kernel, limits }: TaskEngine, stored: StoredCall): boolean {
  const { kind, state, updatedAt, toolName, taskId } = stored
  if (state !== 'running' || updatedAt + limits.leaseMs > kernel.clock.date()) return false
  return kind === 'approval'
    ? kernel.tools.get(toolName)?.background?.enabled === true
    : kind === 'suspend' && taskId !== undefined
}

async function giveBack({ kernel }: TaskEngine, id: string): Promise<void> {
  const { tickets, clock } = kernel
  const ticket = await tickets.read(id)
  if (ticket?.state !== 'running') return
  const task = await findTask(tickets, ticket.taskId ?? taskIdOf(ticket))
  const updatedAt = clock.date()
  const wasHandedOver = ticket.kind === 'approval' ? task !== undefined : task?.task.ticket !== id
  if (wasHandedOver) await advance(tickets, ticket, { state: 'done', values: undefined, updatedAt })
  else await advance(tickets, ticket, { state: stateBefore(ticket), updatedAt })
}

function stateBefore({ decision, values }: StoredCall): StoredCall['state'] {
  if (decision) return decision.decision === 'denied' ? 'denied' : 'approved'
  return values?.resumeData === undefined ? 'waiting' : 'answered'
}

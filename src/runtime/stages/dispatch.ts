import type { Call } from '../call-state.js'
import { Ended } from '../settlement.js'
import type { TaskDoor } from '../tasks/task-door.js'
import type { AnyToolDefinition } from '../tool.js'

/** Tells whether calls of a tool go on in the background. */
export function runsInBackground({ background, execute }: AnyToolDefinition): boolean {
  return background?.enabled === true && execute !== undefined
}

/**
 * Ends the call `dispatched` where its tool runs in the background: it was prepared and approved like any other, and goes
 * on as a task. Who asks for the output itself, as `tool.execute` does, gets it: such a call runs in the foreground, and so
 * does one that was suspended there.
 */
export function dispatch(call: Call): void | Promise<void> {
  const { request, kernel, tool } = call
  const { stored } = request.continuation ?? {}
  if (!kernel.tasks || !request.hasResult || stored?.kind === 'task') return
  if (stored?.kind === 'suspend' ? stored.taskId : runsInBackground(tool)) return handOver(call, kernel.tasks)
}

async function handOver(call: Call, tasks: TaskDoor): Promise<void> {
  const suspended = call.request.continuation?.stored.taskId
  const taskId = suspended ? await tasks.resume(call, suspended) : await tasks.dispatch(call)
  if (taskId) throw new Ended({ outcome: 'dispatched', taskId })
}

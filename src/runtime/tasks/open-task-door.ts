import type { Kernel } from '../kernel.js'
import { runsInBackground } from '../stages/dispatch.js'
import type { BackgroundLimits } from './background-options.js'
import { toTask } from './background-task.js'
import { listTasks } from './list-tasks.js'
import { detachedCall } from './live-call.js'
import { findTask } from './read-task.js'
import type { TaskDoor } from './task-door.js'
import type { TaskWork } from './task-work.js'

/**
 * Opens the door to the background tasks of a runtime. The engine behind it is loaded when it is first needed: with the
 * first task, or at once where others may have left some in a store that is shared.
 */
export function openTaskDoor(kernel: Kernel, limits: BackgroundLimits): TaskDoor {
  const detached = detachedCall()
  let working: Promise<TaskWork> | undefined
  function work(): Promise<TaskWork> {
    working ??= import('./task-work.js').then(({ createTaskWork }) =>
      createTaskWork(kernel, limits, detached),
    )
    return working
  }
  const { tickets } = kernel
  const dispatches = [...kernel.tools.values()].some(runsInBackground)
  // Loading it takes no call's time where one will surely need it.
  if (dispatches || (kernel.sharesTickets && limits.pickUp)) void work()
  return {
    dispatch: async call => (await work()).dispatch(call),
    resume: async (call, taskId) => (await work()).resume(call, taskId),
    wait: async (...task) => (await work()).wait(...task),
    cancel: async (...task) => (await work()).cancel(...task),
    list: (filter, tenant) => listTasks(tickets, filter, tenant),
    async get(id, tenant) {
      const stored = await findTask(tickets, id, tenant)
      return stored && toTask(stored)
    },
    drain: async timeoutMs => (working ? (await working).drain(timeoutMs) : 0),
    // Loaded even now, so that whatever comes after finds it closed.
    close: async timeoutMs => (await work()).close(timeoutMs),
  }
}

import type { Kernel } from '../kernel.js'
import type { BackgroundLimits } from './background-options.js'
import { cancelTask } from './cancel-task.js'
import { closeTasks, drainTasks } from './close-tasks.js'
import { dispatchTask } from './dispatch-task.js'
import type { LiveCall } from './live-call.js'
import { pickUpFromOthers } from './pick-up.js'
import { resumeTask } from './resume-task.js'
import type { TaskDoor } from './task-door.js'
import { TaskEngine } from './task-engine.js'
import { waitForTask } from './wait-for-task.js'

/** The part of the door that needs an engine. */
export type TaskWork = Omit<TaskDoor, 'get' | 'list'>

/** Starts the engine of a runtime's background tasks. */
export function createTaskWork(kernel: Kernel, limits: BackgroundLimits, detached: LiveCall): TaskWork {
  const engine = new TaskEngine(kernel, limits, detached)
  const stop = kernel.sharesTickets && limits.pickUp ? pickUpFromOthers(engine) : () => {}
  return {
    dispatch: call => dispatchTask(engine, call),
    resume: (call, taskId) => resumeTask(engine, call, taskId),
    wait: (id, options, tenant) => waitForTask(engine, id, options, tenant),
    cancel: (id, tenant) => cancelTask(engine, id, tenant),
    drain: timeoutMs => drainTasks(engine, timeoutMs),
    close(timeoutMs) {
      stop()
      return closeTasks(engine, timeoutMs)
    },
  }
}

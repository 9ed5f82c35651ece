import type { BackgroundTask } from './background-task.js'
import type { TaskFilter } from './list-tasks.js'
import type { TaskDoor } from './task-door.js'
import type { WaitOptions } from './wait-for-task.js'

/** The background tasks of a runtime; those of its own tenant, in a scope that has one. */
export interface Tasks {
  /** Returns a task, with its result once it is completed; `undefined` when there is none of this id. */
  get(taskId: string): Promise<BackgroundTask | undefined>
  /** Lists tasks, oldest first, without their results: safe to show. */
  list(filter?: TaskFilter): Promise<readonly BackgroundTask[]>
  /**
   * Waits until a task has ended or is suspended, and answers it as it is then; past `timeoutMs`, as it is now. It waits as
   * long as it takes by default, whichever process runs the task.
   *
   * @throws TaskError when there is no such task.
   */
  wait(taskId: string, options?: WaitOptions): Promise<BackgroundTask>
  /**
   * Cancels a task for good: its attempt is aborted, and what it comes to changes nothing any more. Answers the task; one
   * that has ended stays as it is.
   *
   * @throws TaskError when there is no such task.
   */
  cancel(taskId: string): Promise<BackgroundTask>
}

/** Returns the tasks that a runtime or a scope of it may see. */
export function tasksOf(door: TaskDoor, tenant?: string): Tasks {
  return {
    get: taskId => door.get(taskId, tenant),
    list: (filter = {}) => door.list(filter, tenant),
    wait: (taskId, options = {}) => door.wait(taskId, options, tenant),
    cancel: taskId => door.cancel(taskId, tenant),
  }
}

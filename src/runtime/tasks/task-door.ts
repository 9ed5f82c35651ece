import type { Call } from '../call-state.js'
import type { BackgroundTask } from './background-task.js'
import type { TaskFilter } from './list-tasks.js'

/** Background tasks as the rest of a runtime knows them. What is behind is loaded when the first task is dispatched. */
export interface TaskDoor {
  /**
   * Stores a call as a task, and answers its id; `undefined` where the queue is full and the call is to run in the
   * foreground.
   *
   * @throws QueueFullError when the queue is full, RuntimeClosedError once the runtime is closed.
   */
  dispatch(call: Call): Promise<string | undefined>
  /** Hands a task the data that its suspended call is resumed with, and lets it go on. Answers its id. */
  resume(call: Call, taskId: string): Promise<string>
  get(id: string, tenant?: string): Promise<BackgroundTask | undefined>
  list(filter: TaskFilter, tenant?: string): Promise<BackgroundTask[]>
  wait(id: string, options: { timeoutMs?: number }, tenant?: string): Promise<BackgroundTask>
  cancel(id: string, tenant?: string): Promise<BackgroundTask>
  /** Waits until the tasks of this process have ended; answers how many have not. */
  drain(timeoutMs: number): Promise<number>
  /** Stops the work, lets attempts finish within the time, and hands back the rest; answers how many those are. */
  close(timeoutMs: number): Promise<number>
}

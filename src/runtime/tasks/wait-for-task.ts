import { type BackgroundTask, toTask } from './background-task.js'
import { onOthersChange } from './others-changes.js'
import { findTask, readTask } from './read-task.js'
import type { StoredTask } from './stored-task.js'
import type { TaskEngine } from './task-engine.js'
import { isFinal } from './task-states.js'

/** Options of `runtime.tasks.wait`. */
export interface WaitOptions {
  /** How long to wait at most, in milliseconds. Default: as long as it takes. */
  timeoutMs?: number
}

/**
 * Waits until a task has ended or is suspended, and answers it as it is then; past the time, as it is now.
 *
 * @throws TaskError when there is no such task.
 */
export async function waitForTask(
  engine: TaskEngine,
  id: string,
  { timeoutMs }: WaitOptions,
  tenant?: string,
): Promise<BackgroundTask> {
  const heard = listen(engine, id)
  try {
    const stored = await readTask(engine.kernel.tickets, id, tenant)
    if (isSettled(stored)) return toTask(stored)
    const settled = await heard.within(timeoutMs)
    return toTask(settled ?? (await readTask(engine.kernel.tickets, id, tenant)))
  } finally {
    heard.stop()
  }
}

/** A suspended task goes on when somebody resumes it, which who waits may have to bring about. */
function isSettled({ state }: StoredTask): boolean {
  return isFinal(state) || state === 'suspended'
}

/** Hears of what becomes of a task, here and in other processes. */
function listen(engine: TaskEngine, id: string) {
  const { kernel, waiters } = engine
  let hear: (stored: StoredTask | undefined) => void = () => {}
  const settled = new Promise<StoredTask | undefined>(resolve => {
    hear = resolve
  })
  const hearSettled = (stored: StoredTask) => {
    if (isSettled(stored)) hear(stored)
  }
  const stopHere = waiters.add(id, hearSettled)
  const stopElsewhere = onOthersChange(engine, async () => {
    if (engine.has(id)) return
    try {
      const stored = await findTask(kernel.tickets, id)
      if (stored) hearSettled(stored)
      else hear(undefined)
    } catch {
      // What a store does not answer now is asked again at the next change.
    }
  })
  return {
    async within(timeoutMs: number | undefined) {
      if (timeoutMs === undefined) return settled
      const timer = kernel.clock.setTimeout(() => hear(undefined), timeoutMs)
      return settled.finally(() => timer.clear())
    },
    stop() {
      stopHere()
      stopElsewhere()
    },
  }
}

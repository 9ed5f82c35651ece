import { withLimit } from '../../observe/limit.js'
import { claimTask, moveTask } from './move-task.js'
import { findTask } from './read-task.js'
import { recordAfter } from './record-after.js'
import { reportTask } from './report-task.js'
import type { TaskEngine } from './task-engine.js'
import type { Turn } from './task-queue.js'

/** Longest wait for a store to take what is handed back, past the time that was given. */
const WRITING_MS = 1_000

/** Waits until the tasks of this process have ended, and answers how many have not in time. */
export async function drainTasks(engine: TaskEngine, timeoutMs: number): Promise<number> {
  let stop = () => {}
  const idle = new Promise<void>(resolve => {
    stop = engine.whenIdle(resolve)
  })
  await withLimit(() => idle, timeoutMs, engine.kernel.clock)
  stop()
  return engine.inHand
}

/**
 * Stops the work: attempts may finish within the time, and every other task is handed back, so that a process that shares
 * the store can take it at once. Answers how many tasks have not ended.
 */
export async function closeTasks(engine: TaskEngine, timeoutMs: number): Promise<number> {
  const { kernel, queue, running } = engine
  engine.closed = true
  const waiting = queue.clear()
  const handingBack = handBackWaiting(engine, waiting)
  const toWindDownMs = Math.min(kernel.graceMs, timeoutMs / 2)
  const unfinished = await drainTasks(engine, timeoutMs - toWindDownMs)
  for (const held of running.values()) held.abort('the runtime was closed')
  if (unfinished > 0) await drainTasks(engine, toWindDownMs)
  // What was just being stored when the runtime closed came after.
  const late = queue.clear()
  const written = Promise.all([handingBack, handBackWaiting(engine, late), handBackRunning(engine)])
  await withLimit(() => written, WRITING_MS, kernel.clock)
  return waiting.length + unfinished
}

async function handBackWaiting(engine: TaskEngine, waiting: readonly Turn[]): Promise<void> {
  const { tickets, sharesTickets } = engine.kernel
  if (!sharesTickets) return
  const handBack = async ({ id }: Turn) => {
    const stored = await findTask(tickets, id)
    if (stored?.state === 'pending' && stored.claim?.by === engine.id)
      await claimTask(tickets, stored, undefined)
  }
  await Promise.all(waiting.map(turn => handBack(turn).catch(error => report(engine, turn, error))))
}

/** An attempt that does not heed its signal is late from now on. */
async function handBackRunning(engine: TaskEngine): Promise<void> {
  const { tickets } = engine.kernel
  const left = [...engine.running.values()].map(async held => {
    const { failures } = held.stored.task
    const verdict = { state: 'pending', failures } as const
    try {
      await held.change(stored => moveTask(tickets, stored, 'pending', recordAfter(engine, stored, verdict)))
    } catch (error) {
      report(engine, held.stored, error)
    }
  })
  await Promise.all(left)
}

function report({ kernel }: TaskEngine, { toolName }: { toolName: string }, error: unknown): void {
  reportTask(kernel, { toolName, error, what: 'could not be handed back' })
}

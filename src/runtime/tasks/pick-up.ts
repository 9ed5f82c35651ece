import { OTHER } from '../../observe/names.js'
import { runDecided } from '../waiting/run-decided.js'
import { giveBackTickets } from './give-back-tickets.js'
import { onOthersChange } from './others-changes.js'
import { reportTask } from './report-task.js'
import { isTask } from './stored-task.js'
import { takeOver } from './take-over.js'
import type { TaskEngine } from './task-engine.js'

/**
 * Lets a runtime take over what others have left in a store that is shared: tasks that are due, attempts whose process is
 * gone, calls that were decided elsewhere. Keeps no process alive. Returns what ends it.
 */
export function pickUpFromOthers(engine: TaskEngine): () => void {
  let looking = false
  let again = false
  async function look(): Promise<void> {
    again = true
    if (looking) return
    looking = true
    while (again && !engine.closed) {
      again = false
      await lookThrough(engine).catch(error => report(engine, error))
    }
    looking = false
  }
  void look()
  return onOthersChange(engine, look, false)
}

async function lookThrough(engine: TaskEngine): Promise<void> {
  const listed = await engine.kernel.tickets.list()
  const tasks = listed.filter(isTask)
  engine.ended.replaceBy(
    tasks.flatMap(({ id, task }) => (task.endedAt ? [{ id, endedAt: task.endedAt }] : [])),
  )
  await giveBackTickets(engine, listed)
  for (const stored of tasks) {
    if (engine.closed) return
    await takeOver(engine, stored, listed)
  }
  // A call may take its time; what else is due does not wait for it.
  runDecided(engine.kernel).catch(error => report(engine, error))
}

function report({ kernel }: TaskEngine, error: unknown): void {
  reportTask(kernel, { toolName: OTHER, error, what: 'or a decision could not be picked up' })
}

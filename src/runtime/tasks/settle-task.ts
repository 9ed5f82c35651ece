import type { Call } from '../call-state.js'
import { countLate } from '../late.js'
import type { Settlement } from '../settlement.js'
import { isStorable } from '../waiting/store-call.js'
import { type Verdict, verdictOn } from './attempt-verdict.js'
import type { HeldTask } from './held-task.js'
import { moveTask } from './move-task.js'
import { recordAfter } from './record-after.js'
import { reportTask } from './report-task.js'
import type { StoredTask } from './stored-task.js'
import type { TaskEngine } from './task-engine.js'
import { tellSettled } from './tell-task.js'

const PAUSE_MS = 1_000
const MOST_TRIES = 5

/**
 * Settles what an attempt has made of its task: kept first, told then. Where the task was cancelled or taken over
 * meanwhile, the attempt is late and changes nothing.
 */
export async function settleTask(
  engine: TaskEngine,
  held: HeldTask,
  call: Call,
  settlement: Settlement,
): Promise<void> {
  const verdict = await verdictOn(call, settlement, held.stored)
  const settled = await keepVerdict(engine, held, verdict)
  held.release()
  if (!settled) {
    engine.live.delete(held.stored.id)
    // What goes on past an interruption is counted where it ends.
    if (!call.interrupted) countLate(call)
    return
  }
  await tellSettled(engine, call, settlement, settled)
  if (settled.state === 'pending') goOn(engine, settled, verdict)
}

function goOn(engine: TaskEngine, { id, toolName }: StoredTask, { delayMs }: Verdict): void {
  // What was handed back is another's to take.
  if (engine.closed) engine.live.delete(id)
  else engine.enqueue({ id, toolName }, delayMs)
}

/** A store that fails is asked again: what the tool has done must not be done twice for want of a line. */
async function keepVerdict(
  engine: TaskEngine,
  held: HeldTask,
  verdict: Verdict,
): Promise<StoredTask | undefined> {
  const { kernel } = engine
  for (let tries = 1; ; tries += 1) {
    try {
      return await held.change(stored =>
        moveTask(kernel.tickets, stored, verdict.state, recordAfter(engine, stored, verdict)),
      )
    } catch (error) {
      if (verdict.result && !isStorable(verdict.result.value)) {
        return keepVerdict(engine, held, unstorable(verdict))
      }
      if (tries === MOST_TRIES) throw error
      reportTask(kernel, { ...held.stored, error, what: 'could not be settled, and is tried again' })
      await new Promise<void>(resolve => kernel.clock.setTimeout(resolve, PAUSE_MS))
    }
  }
}

/** What a task has come to must be read by others later, maybe elsewhere. */
function unstorable({ failures }: Verdict): Verdict {
  const message =
    'The result cannot be stored: something in it is no data, such as a function, a symbol or a promise'
  return { state: 'failed', failures: failures + 1, error: { type: 'result_not_storable', message } }
}

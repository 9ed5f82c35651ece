import { setImmediate } from 'node:timers/promises'
import { isThenable } from '../observe/limit.js'
import type { Call } from './call-state.js'
import { deliver } from './deliver.js'
import { endCall } from './end-call.js'
import { inCall } from './in-call.js'
import { countLate } from './late.js'
import type { Settlement } from './settlement.js'
import { settlementOf } from './settlement-of.js'
import { announceInput } from './stages/announce-input.js'
import { checkCallOptions } from './stages/check-call-options.js'
import { endSuspended } from './stages/end-suspended.js'
import { execute } from './stages/execute.js'
import { findTool } from './stages/find-tool.js'
import { recordIntent } from './stages/record-intent.js'
import { rememberInput } from './stages/remember-input.js'
import { repairInput } from './stages/repair-input.js'
import { requireApproval } from './stages/require-approval.js'
import { validateInput } from './stages/validate-input.js'
import { validateOutput } from './stages/validate-output.js'
import { validateRequestContext } from './stages/validate-request-context.js'
import { validateResumeData } from './stages/validate-resume-data.js'

/** A step of a call. It ends the call by throwing, and answers a promise only where it must wait. */
type Stage = (call: Call) => void | Promise<void>

/** What happens before the tool runs, in order, under the call's open span. */
const PREPARATION: readonly Stage[] = [
  checkCallOptions,
  findTool,
  repairInput,
  validateInput,
  rememberInput,
  announceInput,
  validateRequestContext,
  requireApproval,
  validateResumeData,
  recordIntent,
]

/** What happens once the tool has returned. */
const COMPLETION: readonly Stage[] = [endSuspended, validateOutput]

/** Turns how a call ended into what a door's callers expect; it may throw. */
export type Answer<T> = (settlement: Settlement, call: Call) => T

/**
 * Runs a call whose span is open: THE pipeline, behind every door. Rejects only with what `answer` throws.
 *
 * The span ends with the last stage, or when a deadline or the caller interrupts; only then are payloads transformed,
 * hooks told and records kept, so that none of it is measured.
 */
export function runCall<T>(call: Call, answer: Answer<T>): Promise<T> {
  const conclude = (settlement: Settlement) => concludeCall(call, settlement, answer)
  if (!call.interruptible) return inCall(call, () => runStages(call, conclude))
  return call.interruption.race(() => inCall(call, () => runStages(call, countIfLate(call)))).then(conclude)
}

async function runStages<T>(call: Call, conclude: (settlement: Settlement) => T | Promise<T>): Promise<T> {
  let settlement: Settlement
  try {
    const preparing = inOrder(PREPARATION, call)
    if (preparing) await preparing
    if (!call.interrupted) {
      const returned = execute(call)
      call.returned = isThenable(returned) ? await returned : returned
    }
    const completing = inOrder(COMPLETION, call)
    if (completing) await completing
    settlement = call.interrupted ?? { outcome: 'ok', output: call.output, outputInvalid: call.outputInvalid }
  } catch (thrown) {
    settlement = settlementOf(call, thrown)
  }
  return conclude(settlement)
}

/** Runs stages one after the other until the call is interrupted; waits only behind one that must be waited for. */
function inOrder(stages: readonly Stage[], call: Call, from = 0): void | Promise<void> {
  for (let next = from; next < stages.length && !call.interrupted; next += 1) {
    const waiting = stages[next]?.(call)
    if (waiting) return waiting.then(() => inOrder(stages, call, next + 1))
  }
}

function concludeCall<T>(call: Call, settlement: Settlement, answer: Answer<T>): T | Promise<T> {
  endCall(call, settlement)
  const delivering = deliver(call, settlement)
  if (!delivering) return answer(settlement, call)
  // A deadline is hard: what is slow to be told of it goes on alone.
  const told = call.interrupted ? Promise.race([delivering, setImmediate()]) : delivering
  return told.then(() => answer(settlement, call))
}

/** Where the caller has been answered already, what the stages come to is only counted. */
function countIfLate(call: Call): (settlement: Settlement) => Settlement {
  return settlement => {
    if (call.ended) countLate(call)
    return settlement
  }
}

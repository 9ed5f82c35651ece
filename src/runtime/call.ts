import { setImmediate } from 'node:timers/promises'
import { isThenable } from '../observe/limit.js'
import { approvalPolicies } from './approval-policies.js'
import { type Call, unknownTool } from './call-state.js'
import { deliver } from './deliver.js'
import { endCall } from './end-call.js'
import { inCall } from './in-call.js'
import { countLate } from './late.js'
import {
  allOf,
  isPlain,
  isSuspended,
  neededBy,
  type Plan,
  type PlannedStage,
  type Stage,
  unlessPlain,
} from './plan.js'
import type { Settlement } from './settlement.js'
import { settlementOf } from './settlement-of.js'
import { announceInput } from './stages/announce-input.js'
import { awaitTurn } from './stages/await-turn.js'
import { checkCallOptions } from './stages/check-call-options.js'
import { dispatch, runsInBackground } from './stages/dispatch.js'
import { endSuspended } from './stages/end-suspended.js'
import { execute } from './stages/execute.js'
import { findTool } from './stages/find-tool.js'
import { receiveInput } from './stages/receive-input.js'
import { recordIntent } from './stages/record-intent.js'
import { mustRemember, rememberInput } from './stages/remember-input.js'
import { repairInput } from './stages/repair-input.js'
import { requireApproval } from './stages/require-approval.js'
import { validateInput } from './stages/validate-input.js'
import { validateOutput } from './stages/validate-output.js'
import { validateRequestContext } from './stages/validate-request-context.js'
import { validateResumeData } from './stages/validate-resume-data.js'

/** What happens before the tool runs, in order, under the call's open span; each stage where it is needed. */
const PREPARATION: readonly PlannedStage[] = [
  [checkCallOptions, unlessPlain],
  [findTool, tool => tool === unknownTool],
  [receiveInput, unlessPlain],
  [repairInput, unlessPlain],
  [validateInput, tool => tool.inputSchema !== undefined],
  [rememberInput, mustRemember],
  [announceInput, tool => tool.onInputAvailable !== undefined],
  [validateRequestContext, tool => tool.requestContextSchema !== undefined],
  [requireApproval, (tool, kernel) => approvalPolicies(tool, kernel).length > 0],
  [validateResumeData, unlessPlain],
  [awaitTurn, unlessPlain],
  [dispatch, runsInBackground],
  [recordIntent, (tool, kernel) => kernel.transcript !== undefined && tool.execute !== undefined],
]

/** What happens once the tool has returned. */
const COMPLETION: readonly PlannedStage[] = [[endSuspended, unlessPlain], [validateOutput]]

/** Every stage; each knows when it has nothing to do. */
const WHOLE: Plan = { preparation: allOf(PREPARATION), completion: allOf(COMPLETION) }

/** Turns how a call ended into what a door's callers expect; it may throw. */
export type Answer<T> = (settlement: Settlement, call: Call) => T

/**
 * Runs a call whose span is open: THE pipeline, behind every door. Rejects only with what `answer` throws.
 *
 * The span ends with the last stage, or when a deadline or the caller interrupts; only then are payloads transformed,
 * hooks told and records kept, so that none of it is measured.
 */
export function runCall<T>(call: Call, answer: Answer<T>): Promise<T> {
  call.kernel.inFlight.calls += 1
  return call.live || call.interruptible ? runWithin(call, answer) : runStages(call, answer)
}

/** Runs a call with its span active and within its limits. A function of its own, as closures cost the call that needs none. */
function runWithin<T>(call: Call, answer: Answer<T>): Promise<T> {
  if (!call.interruptible) return inCall(call, () => runStages(call, answer))
  const raced = call.interruption.race(() => inCall(call, () => runStages(call, countIfLate)))
  return raced.then(settlement => conclude(call, settlement, answer))
}

async function runStages<T>(call: Call, answer: Answer<T>): Promise<T> {
  let settlement: Settlement
  try {
    const plan = planOf(call)
    const preparing = inOrder(plan.preparation, call)
    if (preparing) await preparing
    if (!call.interrupted) {
      const returned = execute(call)
      call.returned = isThenable(returned) ? await returned : returned
    }
    const { completion } = isSuspended(call) ? WHOLE : plan
    const completing = inOrder(completion, call)
    if (completing) await completing
    settlement = call.interrupted ?? { outcome: 'ok', output: call.output, outputInvalid: call.outputInvalid }
  } catch (thrown) {
    settlement = settlementOf(call, thrown)
  }
  // What can be interrupted is concluded where the race between both was decided.
  return call.interruptible ? answer(settlement, call) : conclude(call, settlement, answer)
}

/**
 * Returns the stages of a call: for a plain one those that its tool needs in its runtime, and every stage for any other. A
 * call that goes on passes all of them, so that what was decided on it holds, whatever its tool asks for now.
 */
function planOf(call: Call): Plan {
  if (!isPlain(call)) return WHOLE
  const { tool, kernel } = call
  if (kernel.lastPlan?.tool === tool) return kernel.lastPlan
  const plan = kernel.plans.get(tool) ?? {
    tool,
    preparation: neededBy(tool, kernel, PREPARATION),
    completion: neededBy(tool, kernel, COMPLETION),
  }
  kernel.plans.set(tool, plan)
  kernel.lastPlan = plan
  return plan
}

/** Runs stages one after the other until the call is interrupted; waits only behind one that must be waited for. */
function inOrder(stages: readonly Stage[], call: Call, from = 0): void | Promise<void> {
  for (let next = from; next < stages.length && !call.interrupted; next += 1) {
    const waiting = stages[next]?.(call)
    if (waiting) return goOn(waiting, stages, call, next + 1)
  }
}

// A function of its own, so that a call without anything to wait for makes no closure.
function goOn(waiting: Promise<void>, stages: readonly Stage[], call: Call, next: number): Promise<void> {
  return waiting.then(() => inOrder(stages, call, next))
}

function conclude<T>(call: Call, settlement: Settlement, answer: Answer<T>): T | Promise<T> {
  endCall(call, settlement)
  const delivering = deliver(call, settlement)
  if (!delivering) {
    countOut(call)
    return answer(settlement, call)
  }
  return onceDelivered(call, settlement, answer, delivering)
}

function onceDelivered<T>(
  call: Call,
  settlement: Settlement,
  answer: Answer<T>,
  delivering: Promise<void>,
): Promise<T> {
  const delivered = delivering.then(() => countOut(call))
  // A deadline is hard: what is slow to be told of it goes on alone.
  const told = call.interrupted ? Promise.race([delivered, setImmediate()]) : delivered
  return told.then(() => answer(settlement, call))
}

function countOut({ kernel: { inFlight } }: Call): void {
  inFlight.calls -= 1
  inFlight.tellIfIdle()
}

/** Where the caller has been answered already, what the stages come to is only counted. */
function countIfLate(settlement: Settlement, call: Call): Settlement {
  if (call.ended) countLate(call)
  return settlement
}

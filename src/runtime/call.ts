import { type Call, inCall } from './call-state.js'
import { deliver } from './deliver.js'
import { endCall } from './end-call.js'
import { countLate } from './late.js'
import type { Settlement } from './settlement.js'
import { settlementOf } from './settlement-of.js'
import { announceInput } from './stages/announce-input.js'
import { execute } from './stages/execute.js'
import { findTool } from './stages/find-tool.js'
import { recordIntent } from './stages/record-intent.js'
import { repairInput } from './stages/repair-input.js'
import { requireApproval } from './stages/require-approval.js'
import { validateInput } from './stages/validate-input.js'
import { validateOutput } from './stages/validate-output.js'
import { validateRequestContext } from './stages/validate-request-context.js'

/** A step of a call. It ends the call by throwing, and answers a promise only where it must wait. */
export type Stage = (call: Call) => void | Promise<void>

/** What happens in a call, in order, under its open span. */
const STAGES: readonly Stage[] = [
  findTool,
  repairInput,
  validateInput,
  announceInput,
  validateRequestContext,
  requireApproval,
  recordIntent,
  execute,
  validateOutput,
]

/**
 * Runs a call whose span is open: THE pipeline, behind every door. Never rejects.
 *
 * The span ends with the last stage, or when a deadline or the caller interrupts; only then are payloads transformed,
 * hooks told and records kept, so that none of it is measured.
 */
export async function runCall(call: Call): Promise<Settlement> {
  const settlement = await call.interruption.race(() => inCall(call, () => runStages(call)))
  endCall(call, settlement)
  const delivering = deliver(call, settlement)
  if (delivering) await delivering
  return settlement
}

async function runStages(call: Call): Promise<Settlement> {
  try {
    for (const stage of STAGES) {
      const { settlement } = call.interruption
      if (settlement) return settlement
      const waiting = stage(call)
      if (waiting) await waiting
    }
    return { outcome: 'ok', output: call.output, outputInvalid: call.outputInvalid }
  } catch (thrown) {
    return settlementOf(call, thrown)
  } finally {
    if (call.ended) countLate(call)
  }
}

import { runAttempt, runAttempts } from '../attempts.js'
import type { Call } from '../call-state.js'
import { hasLimit, whenAdmitted } from '../concurrency.js'
import { Ended } from '../settlement.js'

/**
 * Runs the tool, with its retries and within its concurrency, and answers what it returns, or a promise of that. Ends
 * the call `dispatched` where the tool runs elsewhere.
 */
export function execute(call: Call): unknown {
  if (!call.tool.execute) throw new Ended({ outcome: 'dispatched' })
  return hasLimit(call) ? attemptInTurn(call) : attempt(call)
}

function attemptInTurn(call: Call): Promise<unknown> {
  return whenAdmitted(call, async () => attempt(call))
}

/** Without `retry` there is one attempt, in the call's own span; which one, a background task says. */
function attempt(call: Call): unknown {
  const { retry } = call.tool
  return retry ? runAttempts(call, retry) : runAttempt(call, call.attempt ?? 1, call.scope)
}

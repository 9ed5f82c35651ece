import { runAttempts } from '../attempts.js'
import type { Call } from '../call-state.js'
import { whenAdmitted } from '../concurrency.js'
import { issueTicket } from '../issue-ticket.js'
import { Ended } from '../settlement.js'

/** Runs the tool, with its retries and within its concurrency; ends the call where the tool runs elsewhere or waits. */
export function execute(call: Call): Promise<void> {
  if (!call.tool.execute) throw new Ended({ outcome: 'dispatched' })
  return whenAdmitted(call, () => runAttempts(call)).then(returned => {
    if (call.suspension) return endSuspended(call, call.suspension)
    call.returned = returned
  })
}

async function endSuspended(
  call: Call,
  { payload, invalid }: NonNullable<Call['suspension']>,
): Promise<void> {
  if (invalid) throw new Ended(invalid)
  const ticket = await issueTicket(call, 'suspend', payload)
  throw new Ended({ outcome: 'suspended', ticket, suspendPayload: payload })
}

import type { Call } from '../call-state.js'
import { Ended } from '../settlement.js'
import { issueTicket } from '../waiting/issue-ticket.js'

/** Ends the call `suspended`, with a ticket to resume it, where the tool suspended itself; what it returned is ignored. */
export function endSuspended(call: Call): void | Promise<void> {
  if (call.suspension || call.suspending) return end(call)
}

async function end(call: Call): Promise<void> {
  await call.suspending
  const { suspension } = call
  if (!suspension) return
  if (suspension.invalid) throw new Ended(suspension.invalid)
  const { payload } = suspension
  const ticket = await issueTicket(call, 'suspend', payload)
  throw new Ended({ outcome: 'suspended', ticket, suspendPayload: payload })
}

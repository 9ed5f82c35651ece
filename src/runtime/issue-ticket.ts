import { withLimit } from '../observe/limit.js'
import { addTo } from '../observe/metrics.js'
import type { Call } from './call-state.js'
import { Ended } from './settlement.js'
import type { WaitingCall } from './tickets.js'

/**
 * Keeps a call that waits, and answers the ticket to go on with. Kept before anyone is told; a call that was interrupted
 * meanwhile waits for nobody.
 */
export async function issueTicket(
  call: Call,
  kind: WaitingCall['kind'],
  suspendPayload?: unknown,
): Promise<string> {
  const { settlement } = call.interruption
  if (settlement) throw new Ended(settlement)
  const { kernel, toolName, toolCallId, rawInput, tenant } = call
  const { traceId, spanId } = call.ids
  const waiting: WaitingCall = {
    kind,
    toolName,
    toolCallId,
    input: rawInput,
    suspendPayload,
    traceId,
    spanId,
    tenant,
    createdAt: kernel.clock.date(),
  }
  const issued = await withLimit(() => kernel.tickets.issue(waiting), kernel.hookTimeoutMs, kernel.clock)
  if (!issued.ok) throw issued.error
  if (kind === 'approval') addTo(call.instruments.approvalPending, kernel.toolNames(toolName), 1)
  return issued.value
}

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
  const { kernel, scope, toolName, toolCallId, rawInput, tenant } = call
  const { traceId, spanId } = scope.span.spanContext()
  const ticket = await kernel.tickets.issue({
    kind,
    toolName,
    toolCallId,
    input: rawInput,
    suspendPayload,
    traceId,
    spanId,
    tenant,
    createdAt: kernel.clock.date(),
  })
  if (kind === 'approval') addTo(call.instruments.approvalPending, kernel.toolNames(toolName), 1)
  return ticket
}

import { withLimit } from '../../observe/limit.js'
import type { Call } from '../call-state.js'
import { Ended } from '../settlement.js'
import { show } from '../show.js'
import { newId, rememberTool, shownOf, storedFrom } from './store-call.js'
import { sweepTickets } from './sweep.js'
import { watchWaiting } from './watch-waiting.js'

/**
 * Keeps a call that waits, and answers the ticket to go on with. Kept before anyone is told; a call that was interrupted
 * meanwhile waits for nobody.
 */
export async function issueTicket(
  call: Call,
  kind: 'approval' | 'suspend',
  suspendPayload?: unknown,
): Promise<string> {
  const { settlement } = call.interruption
  if (settlement) throw new Ended(settlement)
  const { kernel, request } = call
  const { stored: origin } = request.continuation ?? {}
  const shown = await show(call, 'display', kind, kind === 'approval' ? call.input : suspendPayload)
  const stored = storedFrom(call, kind, 'waiting', {
    id: newId('ticket'),
    shown: shownOf(shown),
    expiresAt: kernel.clock.date() + kernel.ticketTtlMs,
    suspendPayload,
    taskId: origin?.kind === 'task' ? origin.id : origin?.taskId,
  })
  watchWaiting(call)
  void sweepTickets(kernel)
  rememberTool(call)
  const issued = await withLimit(() => kernel.tickets.create(stored), kernel.hookTimeoutMs, kernel.clock)
  if (!issued.ok) throw issued.error
  return stored.id
}

import { describeBriefly } from '../../observe/exception.js'
import { withLimit } from '../../observe/limit.js'
import type { Call } from '../call-state.js'
import type { Outcome } from '../outcome.js'
import type { Settlement } from '../settlement.js'
import { advance } from './advance.js'
import { waitAgain } from './wait-again.js'

/** Outcomes that say nothing of the tool: the ticket can be used again, as if nothing had been tried. */
const NEVER_BEGAN = new Set<Outcome>([
  'input_invalid',
  'context_invalid',
  'resume_invalid',
  'audit_unavailable',
])

/**
 * Closes the ticket of a call that has ended: its values are dropped, and it stays used. Where the tool never ran, the
 * ticket waits again. Never rejects; what a store refuses is logged.
 */
export async function closeTicket(call: Call, { outcome }: Settlement): Promise<void> {
  const { kernel, request, executed } = call
  const ticket = request.continuation?.stored
  if (!ticket || ticket.kind === 'task' || ticket.state === 'waiting') return
  const updatedAt = kernel.clock.date()
  const again = !executed && NEVER_BEGAN.has(outcome)
  const change = again
    ? waitAgain(ticket, updatedAt)
    : ({ state: 'done', values: undefined, updatedAt } as const)
  const closed = await withLimit(
    () => advance(kernel.tickets, ticket, change),
    kernel.hookTimeoutMs,
    kernel.clock,
  )
  if (!closed.ok) reportFailure(call, closed.error)
}

function reportFailure({ kernel, scope, toolName, shownCallId }: Call, error: unknown): void {
  const { message } = describeBriefly(error, kernel.redactors.log, scope.known)
  kernel.logs.report({
    level: 'error',
    message: `the ticket of ${toolName} could not be closed: ${message}`,
    toolName,
    toolCallId: shownCallId,
    context: scope.context,
    span: scope.span,
  })
}

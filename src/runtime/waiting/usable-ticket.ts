import type { StoredCall } from '../call-store.js'
import { TicketError } from '../errors.js'
import type { Kernel } from '../kernel.js'
import { advance } from './advance.js'
import { isTicket, type PendingCall } from './pending-call.js'

/** A record that is a ticket. */
export type Ticket = StoredCall & { kind: PendingCall['kind'] }

/**
 * Returns the call that waits under a ticket.
 *
 * @throws TicketError when none does, it waits for something else, or it waits no longer. Another tenant's ticket is as
 * unknown as one that never was.
 */
export async function usableTicket(
  { tickets, clock }: Pick<Kernel, 'tickets' | 'clock'>,
  ticket: string,
  kind: PendingCall['kind'],
  tenant?: string,
): Promise<Ticket> {
  const stored = await tickets.read(ticket)
  if (!stored || !isTicket(stored) || (tenant !== undefined && tenant !== stored.facts.tenant)) {
    throw new TicketError('unknown', 'no call waits under this ticket')
  }
  if (stored.kind !== kind) throw new TicketError('unknown', WRONG_DOOR[stored.kind])
  if (stored.state === 'waiting' && (stored.expiresAt ?? Number.POSITIVE_INFINITY) <= clock.date()) {
    await advance(tickets, stored, { state: 'expired', updatedAt: clock.date(), values: undefined })
    throw expired()
  }
  if (stored.state === 'expired') throw expired()
  if (stored.state !== 'waiting') throw used(stored)
  return stored
}

const WRONG_DOOR = {
  approval: 'this ticket waits for a decision: approve or deny it',
  suspend: 'this ticket waits for data: resume it',
} as const

/** Says why a ticket that somebody was first to use cannot be used. */
export function used({ decision, state }: StoredCall): TicketError {
  const how =
    decision && `${decision.decision} by ${decision.by.id} at ${new Date(decision.at).toISOString()}`
  const now = state === 'running' && decision?.decision !== 'denied' ? ' and is running' : ''
  return new TicketError('used', how ? `this call was ${how}${now}` : 'this ticket has been used')
}

function expired(): TicketError {
  return new TicketError('expired', 'this ticket has expired; call the tool again')
}

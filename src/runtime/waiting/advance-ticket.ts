import type { Kernel } from '../kernel.js'
import { advance, type Change } from './advance.js'
import { type Ticket, used } from './usable-ticket.js'

/**
 * Makes the next revision of a ticket.
 *
 * @throws TicketError `used` when another was first; nothing has changed then.
 */
export async function advanceTicket(
  { tickets, clock }: Pick<Kernel, 'tickets' | 'clock'>,
  ticket: Ticket,
  change: Change,
): Promise<Ticket> {
  const next = await advance(tickets, ticket, { updatedAt: clock.date(), ...change })
  if (next) return next
  throw used((await tickets.read(ticket.id)) ?? { ...ticket, state: 'done' })
}

import type { Kernel } from '../kernel.js'
import { advance } from './advance.js'
import { type Ticket, used } from './usable-ticket.js'

/**
 * Takes a ticket for one run: past this point nobody else can.
 *
 * @throws TicketError `used` when another was first.
 */
export async function take(
  { tickets, clock }: Pick<Kernel, 'tickets' | 'clock'>,
  ticket: Ticket,
  values = ticket.values,
): Promise<Ticket> {
  const taken = await advance(tickets, ticket, { state: 'running', updatedAt: clock.date(), values })
  if (taken) return taken
  throw used((await tickets.read(ticket.id)) ?? { ...ticket, state: 'done' })
}

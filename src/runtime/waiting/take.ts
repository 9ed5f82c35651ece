import type { Kernel } from '../kernel.js'
import { advanceTicket } from './advance-ticket.js'
import type { Ticket } from './usable-ticket.js'

/**
 * Takes a ticket for one run: past this point nobody else can.
 *
 * @throws TicketError `used` when another was first.
 */
export function take(kernel: Pick<Kernel, 'tickets' | 'clock'>, ticket: Ticket): Promise<Ticket> {
  return advanceTicket(kernel, ticket, { state: 'running' })
}

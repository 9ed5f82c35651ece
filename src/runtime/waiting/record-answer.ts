import type { Kernel } from '../kernel.js'
import { advance } from './advance.js'
import { usableTicket, used } from './usable-ticket.js'

/**
 * Records the data a suspended call is to be resumed with, for a runtime that has its tool to run it. The data is checked
 * there; what does not fit leaves the ticket usable.
 *
 * @throws TicketError when the ticket cannot be used.
 */
export async function recordAnswer(
  kernel: Pick<Kernel, 'tickets' | 'clock'>,
  ticket: string,
  resumeData: unknown,
  tenant?: string,
): Promise<void> {
  const { tickets, clock } = kernel
  const stored = await usableTicket(kernel, ticket, 'suspend', tenant)
  const values = { input: undefined, ...stored.values, resumeData }
  const answered = await advance(tickets, stored, { state: 'answered', values, updatedAt: clock.date() })
  if (!answered) throw used((await tickets.read(ticket)) ?? { ...stored, state: 'done' })
}

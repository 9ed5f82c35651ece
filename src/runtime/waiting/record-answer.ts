import type { Kernel } from '../kernel.js'
import { advanceTicket } from './advance-ticket.js'
import { usableTicket } from './usable-ticket.js'

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
  const stored = await usableTicket(kernel, ticket, 'suspend', tenant)
  const values = { input: undefined, ...stored.values, resumeData }
  await advanceTicket(kernel, stored, { state: 'answered', values })
}

import type { Kernel } from '../kernel.js'
import { isTicket, type PendingCall, toPending } from './pending-call.js'

/** Lists the calls that wait for a person, oldest first. */
export async function listPending(
  { tickets, clock }: Pick<Kernel, 'tickets' | 'clock'>,
  tenant?: string,
): Promise<PendingCall[]> {
  const now = clock.date()
  const stored = await tickets.list()
  return stored
    .filter(isTicket)
    .filter(({ state, expiresAt = Number.POSITIVE_INFINITY }) => state === 'waiting' && expiresAt > now)
    .filter(({ facts }) => tenant === undefined || facts.tenant === tenant)
    .map(toPending)
}

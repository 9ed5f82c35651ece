import type { StoredCall } from '../call-store.js'
import type { Kernel } from '../kernel.js'
import { isTicket } from './pending-call.js'

/** How long a used ticket is known, so that a second use is told that it was used. */
const KEEP_USED_MS = 3_600_000
const SWEEP_EVERY_MS = 60_000

const sweptAt = new WeakMap<object, number>()

/**
 * Removes tickets that nobody can use any more: used an hour ago, expired, or taken by a process that never came back.
 * Once a minute at most, when a ticket is issued. Never rejects.
 */
export async function sweepTickets({ tickets, clock }: Pick<Kernel, 'tickets' | 'clock'>): Promise<void> {
  const now = clock.date()
  const last = sweptAt.get(tickets)
  if (last !== undefined && now - last < SWEEP_EVERY_MS) return
  sweptAt.set(tickets, now)
  if (last === undefined) return
  try {
    const old = (await tickets.list()).filter(stored => isTicket(stored) && isOver(stored, now))
    for (const { id } of old) await tickets.remove(id)
  } catch {
    // The next sweep tries again.
  }
}

function isOver(
  { state, updatedAt, expiresAt = Number.POSITIVE_INFINITY }: StoredCall,
  now: number,
): boolean {
  return state === 'done' ? now - updatedAt >= KEEP_USED_MS : now - expiresAt >= KEEP_USED_MS
}

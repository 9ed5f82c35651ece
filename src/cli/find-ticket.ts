import type { CallStore } from '../runtime/call-store.js'
import { cliError } from './cli-error.js'

const PREFIX = 'ticket_'

/** Returns the part of a ticket that tells it apart, which a person may give instead of it. */
export function bareTicket(ticket: string): string {
  return ticket.startsWith(PREFIX) ? ticket.slice(PREFIX.length) : ticket
}

/**
 * Returns the ticket that a person means: the whole one, or the first digits of only one in the store. What is in no
 * store is returned as it is; whoever uses it says that it is unknown.
 *
 * @throws {CliError} When several begin so.
 */
export async function findTicket(store: CallStore, given: string): Promise<string> {
  const tickets = (await store.list()).filter(({ kind }) => kind !== 'task').map(({ id }) => id)
  if (tickets.includes(given)) return given
  const meant = bareTicket(given)
  const found = meant === '' ? [] : tickets.filter(ticket => bareTicket(ticket).startsWith(meant))
  if (found.length > 1) throw cliError('ticket_ambiguous', given, String(found.length))
  return found[0] ?? given
}

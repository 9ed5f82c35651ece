import { TicketError } from '../errors.js'
import type { Kernel } from '../kernel.js'
import { toolDigest } from '../tool-digest.js'
import type { Ticket } from './usable-ticket.js'

/**
 * Makes sure that the tool of a call that waits is the one it was called with.
 *
 * @throws TicketError `changed` when its schemas are others now, or the runtime has no such tool.
 */
export function checkUnchanged({ tools }: Kernel, stored: Ticket, allowChanged = false): void {
  const tool = tools.get(stored.toolName)
  if (!tool) throw new TicketError('changed', `this runtime has no tool named ${stored.toolName}`)
  if (allowChanged || toolDigest(tool) === stored.schemaDigest) return
  throw new TicketError(
    'changed',
    `the schemas of ${stored.toolName} have changed since it was called: call it again, or go on with allowChanged`,
  )
}

import type { StoredCall } from '../call-store.js'
import { TicketError } from '../errors.js'
import type { Kernel } from '../kernel.js'
import type { ToolResult } from '../result.js'
import { toolDigest } from '../tool-digest.js'
import { goOn } from './go-on.js'
import { isTicket } from './pending-call.js'
import { take } from './take.js'

/**
 * Runs the calls that were decided or answered elsewhere, such as from a terminal, and whose tools this runtime has.
 * Answers what came of those that it was first to take.
 */
export async function runDecided(kernel: Kernel, tenant?: string): Promise<ToolResult[]> {
  const listed = await kernel.tickets.list()
  const decided = listed.filter(stored => isDecided(stored) && isOurs(kernel, stored, tenant))
  const results = await Promise.all(decided.map(({ id }) => runOne(kernel, id)))
  return results.filter(result => result !== undefined)
}

const DECIDED = new Set<StoredCall['state']>(['approved', 'denied', 'answered'])

function isDecided({ state }: StoredCall): boolean {
  return DECIDED.has(state)
}

function isOurs({ tools }: Kernel, stored: StoredCall, tenant: string | undefined): boolean {
  const tool = tools.get(stored.toolName)
  return (
    tool !== undefined &&
    (tenant === undefined || stored.facts.tenant === tenant) &&
    (stored.state === 'denied' || toolDigest(tool) === stored.schemaDigest)
  )
}

async function runOne(kernel: Kernel, id: string): Promise<ToolResult | undefined> {
  const stored = await kernel.tickets.read(id)
  if (!stored || !isTicket(stored) || !isDecided(stored)) return undefined
  try {
    const taken = await take(kernel, stored)
    const { decision, values } = taken
    return await goOn(kernel, { stored: taken, decision, resumeData: values?.resumeData }).ended
  } catch (error) {
    if (error instanceof TicketError) return undefined
    throw error
  }
}

import { ROOT_CONTEXT } from '@opentelemetry/api'
import { describeException } from '../../observe/exception.js'
import type { StoredCall } from '../call-store.js'
import { TicketError } from '../errors.js'
import type { Kernel } from '../kernel.js'
import type { ToolResult } from '../result.js'
import { toolDigest } from '../tool-digest.js'
import { advance } from './advance.js'
import { mayDecide } from './decide.js'
import { goOn } from './go-on.js'
import { isTicket } from './pending-call.js'
import { take } from './take.js'
import type { Ticket } from './usable-ticket.js'
import { waitAgain } from './wait-again.js'

/**
 * Runs the calls that were decided or answered elsewhere, such as from a terminal, and whose tools this runtime has.
 * Answers what came of those that it was first to take.
 *
 * @throws When the store cannot be listed.
 */
export async function runDecided(kernel: Kernel, tenant?: string): Promise<ToolResult[]> {
  const listed = await kernel.tickets.list()
  const decided = listed.filter(stored => isDecided(stored) && isOurs(kernel, stored, tenant))
  const results = await Promise.all(decided.map(stored => runOne(kernel, stored)))
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

/** What keeps one call from being run is logged, and keeps back none of the others. */
async function runOne(kernel: Kernel, listed: StoredCall): Promise<ToolResult | undefined> {
  try {
    const stored = await kernel.tickets.read(listed.id)
    if (!stored || !isTicket(stored) || !isDecided(stored)) return undefined
    if (!(await isAllowed(kernel, stored))) return undefined
    const taken = await take(kernel, stored)
    const { decision, values } = taken
    return await goOn(kernel, { stored: taken, decision, resumeData: values?.resumeData }).ended
  } catch (error) {
    if (!(error instanceof TicketError)) reportFailure(kernel, listed, error)
    return undefined
  }
}

/** Whoever decided elsewhere was not asked for; a decision that is not theirs to make is undone. */
async function isAllowed(kernel: Kernel, stored: Ticket): Promise<boolean> {
  const { decision } = stored
  if (!decision || (await mayDecide(kernel, stored, decision))) return true
  await advance(kernel.tickets, stored, waitAgain(stored, kernel.clock.date()))
  reportFailure(kernel, stored, new TicketError('forbidden', `${decision.by.id} may not decide on it`))
  return false
}

function reportFailure(
  { logs, redactor }: Kernel,
  { toolName, toolCallId }: StoredCall,
  error: unknown,
): void {
  const { message } = describeException(error, redactor)
  logs.report({
    level: 'error',
    message: `a call of ${toolName} that was decided on was not run: ${message}`,
    toolName,
    toolCallId,
    context: ROOT_CONTEXT,
  })
}

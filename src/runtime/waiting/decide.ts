import { digestOf } from '../../observe/digest.js'
import { safeText } from '../../observe/exception.js'
import { withLimit } from '../../observe/limit.js'
import { safeId } from '../../observe/safe-id.js'
import type { Decider, Decision } from '../call-store.js'
import { declaredInInput } from '../declarations.js'
import { TicketError } from '../errors.js'
import type { Kernel } from '../kernel.js'
import { advanceTicket } from './advance-ticket.js'
import { toPending } from './pending-call.js'
import { type Ticket, usableTicket } from './usable-ticket.js'

/** Longest reason that is kept, in characters. */
const LONGEST_REASON = 1_000
const KINDS: readonly Decider['kind'][] = ['user', 'agent', 'system', 'ci']

/** Who decides, and why. */
export interface DecisionOptions {
  /** Who decides: an id, or `{ id, kind }`. A plain id is a user's. */
  by: string | Decider
  reason?: string
  /** Digest of what was shown to who decides (`shownDigest`), or the thing itself. A decision on anything else fails. */
  presented?: unknown
}

/** A decision as it was asked for. */
export interface AskedDecision extends DecisionOptions {
  decision: Decision['decision']
  /** The edited input, where the decision is `modified`. */
  input?: unknown
}

// Who decides elsewhere, as from a terminal, has no tools.
type Deciding = Pick<Kernel, 'tickets' | 'clock' | 'redactor' | 'canDecide' | 'hookTimeoutMs'> &
  Partial<Pick<Kernel, 'tools'>>

/**
 * Finds the call that waits under a ticket and makes the decision on it, without recording it yet.
 *
 * @throws TicketError when the ticket cannot be used, when what was presented is not what waits, or when whoever decides
 * may not.
 */
export async function prepareDecision(
  kernel: Deciding,
  ticket: string,
  asked: AskedDecision,
  tenant?: string,
): Promise<{ stored: Ticket; decision: Decision }> {
  const by = deciderOf(asked.by, kernel)
  const stored = await usableTicket(kernel, ticket, 'approval', tenant)
  const { reason, presented, decision: word } = asked
  const decision: Decision = {
    decision: word,
    by,
    reason: reason && safeReason(kernel, stored, reason),
    at: kernel.clock.date(),
    presented: presented === undefined ? undefined : presentedDigest(presented, stored),
    decided: word === 'modified' ? digestOf(asked.input) : stored.inputDigest,
  }
  if (!(await mayDecide(kernel, stored, decision))) {
    throw new TicketError('forbidden', `${by.id} may not decide on this call`)
  }
  return { stored, decision }
}

/**
 * Records a decision, so that it stands whatever happens to this process, for whoever has the tool to run it.
 *
 * @throws TicketError when another decision was first.
 */
export function recordDecision(
  kernel: Pick<Kernel, 'tickets' | 'clock'>,
  stored: Ticket,
  decision: Decision,
  input?: unknown,
): Promise<Ticket> {
  const state = decision.decision === 'denied' ? 'denied' : 'approved'
  return changeTo(state, kernel, stored, { decision, input })
}

/**
 * Records a decision and takes the ticket in one step, so that nobody else runs in between what was decided here.
 *
 * @throws TicketError when another decision was first.
 */
export function decideAndTake(
  kernel: Pick<Kernel, 'tickets' | 'clock'>,
  stored: Ticket,
  decision: Decision,
  input?: unknown,
): Promise<Ticket> {
  return changeTo('running', kernel, stored, { decision, input })
}

function changeTo(
  state: Ticket['state'],
  kernel: Pick<Kernel, 'tickets' | 'clock'>,
  stored: Ticket,
  { decision, input }: { decision: Decision; input: unknown },
): Promise<Ticket> {
  const edited = decision.decision === 'modified' && {
    values: { input: undefined, ...stored.values, editedInput: input },
  }
  return advanceTicket(kernel, stored, { state, decision, ...edited })
}

/** The record of a decision rests unsealed, and a reason may quote the input. */
function safeReason({ tools, redactor }: Deciding, { toolName, values }: Ticket, reason: string): string {
  const tool = tools?.get(toolName)
  const known = tool && { values: declaredInInput(tool, values?.input, redactor) }
  return safeText(reason, LONGEST_REASON, redactor, known)
}

function deciderOf(by: string | Decider, { redactor }: Deciding): Decider {
  const decider = typeof by === 'string' ? { id: by, kind: 'user' as const } : by
  if (decider?.kind !== undefined && !KINDS.includes(decider.kind)) {
    throw new TypeError(`by.kind must be one of ${KINDS.join(', ')}`)
  }
  if (decider && typeof decider.id === 'string' && decider.id !== '') {
    return { id: safeId(decider.id, redactor), kind: decider.kind ?? 'user' }
  }
  throw new TypeError('by must say who decides: an id, or { id, kind }')
}

function presentedDigest(presented: unknown, { shown }: Ticket): string {
  const digest =
    typeof presented === 'string' && presented.startsWith('sha256:') ? presented : digestOf(presented)
  if (digest === digestOf(shown)) return digest
  throw new TicketError('changed', 'what was presented is not what waits under this ticket')
}

/** Asks the runtime's policy whether someone may decide on a call. */
export async function mayDecide(kernel: Deciding, stored: Ticket, decision: Decision): Promise<boolean> {
  const { canDecide, hookTimeoutMs, clock } = kernel
  if (!canDecide) return true
  const asked = await withLimit(() => canDecide(decision, toPending(stored)), hookTimeoutMs, clock)
  return asked.ok && asked.value === true
}

import { TicketError } from '../../runtime/errors.js'
import type { ToolResult } from '../../runtime/result.js'
import type { Tool } from '../../runtime/tool.js'
import type { ElicitationAnswer } from '../../runtime/tool-context.js'
import type { McpCallToolResult, McpInputRequired } from './call-tool-result.js'
import { type GoOn, goOnWith } from './go-on.js'
import type { Elicitation, McpRequest } from './mcp-request.js'
import { ProtocolError } from './protocol-error.js'
import { questionAbout } from './question.js'
import type { Serving } from './serving.js'
import { failed, toCallToolResult } from './to-call-tool-result.js'

/** Under which the question stands in an answer, and the person's answer in the request that follows. */
export const QUESTION = 'answer'
const MOST_ROUNDS = 8

/** A request about a call that may wait for a person. */
export interface Waiting extends GoOn {
  serving: Serving
  request: McpRequest
  tool: Tool
}

type McpAnswer = McpCallToolResult | McpInputRequired

/** Asks the person at the client about a call for as long as it waits for one, and answers what came of it. */
export async function settleWaiting(
  waiting: Waiting,
  first: ToolResult,
  ticket?: string,
): Promise<McpAnswer> {
  const { tool, request, tickets } = waiting
  let result = first
  let waitsUnder = ticketOf(result, ticket)
  for (let round = 0; waitsUnder !== undefined; round += 1) {
    const stored = await tickets.read(waitsUnder)
    const question = stored ? questionAbout(tool, stored) : 'it can no longer be found'
    if (!stored || typeof question === 'string') return toCallToolResult(tool, result, String(question))
    const { asks } = request
    if (!asks) return toCallToolResult(tool, result, 'this client cannot ask for one (it has no elicitation)')
    if (round === MOST_ROUNDS) return toCallToolResult(tool, result, 'it has been asked for often enough')
    const posed = withReason(question, result)
    if (asks === 'later') return askLater(waiting, posed, waitsUnder)
    const going = goOnWith(waiting, stored, await ask(waiting, posed))
    if (!going) return toCallToolResult(tool, result, 'nobody gave one')
    result = await going
    waitsUnder = ticketOf(result, waitsUnder)
  }
  return toCallToolResult(tool, result, '')
}

/**
 * Lets a call go on with what the person answered to the question in an earlier answer.
 *
 * @throws {ProtocolError} When that question was none of ours, or of another client or tool.
 */
export async function goOnAnswered(
  waiting: Waiting,
  { state, answer }: { state: string; answer: ElicitationAnswer },
): Promise<McpAnswer> {
  const { serving, request, tool, tickets } = waiting
  const asked = serving.seal.read(state)
  const isOurs = asked && asked.tool === tool.id && asked.client === request.extra.authInfo?.clientId
  const stored = isOurs ? await tickets.read(asked.ticket) : undefined
  if (!stored) throw new ProtocolError(ProtocolError.INVALID_PARAMS, 'Invalid or expired requestState')
  const going = goOnWith(waiting, stored, answer)
  if (!going) return failed(`${tool.id} waits for a person's answer before it goes on, and nobody gave one.`)
  return settleWaiting(waiting, await going, stored.id)
}

/** Answers what keeps a call from going on, where that is its ticket. */
export function refusalOf(tool: Tool, thrown: unknown): McpCallToolResult {
  if (thrown instanceof TicketError) return failed(`${tool.id} cannot go on: ${thrown.message}.`)
  throw thrown
}

/** An answer that did not fit changed nothing, so that the person can be asked again under the same ticket. */
function ticketOf(result: ToolResult, before: string | undefined): string | undefined {
  if (result.outcome === 'resume_invalid') return before
  return result.outcome === 'awaiting_approval' || result.outcome === 'suspended' ? result.ticket : undefined
}

function withReason(question: Elicitation, result: ToolResult): Elicitation {
  if (result.outcome !== 'resume_invalid') return question
  return { ...question, message: `${result.error.message}\n\n${question.message}` }
}

/** Whatever keeps a client from answering, the person has not said yes. */
async function ask({ request, serving }: Waiting, question: Elicitation): Promise<ElicitationAnswer> {
  try {
    return await request.elicit(question, serving.elicitationTimeoutMs)
  } catch {
    return { action: 'cancel' }
  }
}

function askLater(
  { serving, request, tool }: Waiting,
  question: Elicitation,
  ticket: string,
): McpInputRequired {
  const client = request.extra.authInfo?.clientId
  return {
    resultType: 'input_required',
    inputRequests: { [QUESTION]: { method: 'elicitation/create', params: { mode: 'form', ...question } } },
    requestState: serving.seal.write({ ticket, tool: tool.id, client }),
  }
}

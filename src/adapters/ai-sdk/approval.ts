import type { Decider } from '../../runtime/call-store.js'
import { TicketError } from '../../runtime/errors.js'
import type { ToolResult } from '../../runtime/result.js'
import type { AnyToolDefinition } from '../../runtime/tool.js'
import type { AiDoor } from './ai-door.js'
import { type AiExecutionOptions, callOptionsOf } from './execution-options.js'
import { isReplay } from './replay.js'

/**
 * Tells the AI SDK whether a call needs a person's approval. It is the call itself that finds out: it ends
 * `awaiting_approval` with a ticket, or waits for the SDK to run it.
 */
export async function needsApproval(
  door: AiDoor,
  tool: AnyToolDefinition,
  input: unknown,
  options: AiExecutionOptions,
): Promise<boolean> {
  const { toolCallId } = options
  // What was approved is found by its ticket; that it needed approval is why it is here.
  if (isReplay(options.messages, toolCallId)) return true
  const held = door.held.get(tool, toolCallId) ?? door.held.hold(tool, options)
  held.give(input)
  const ended = await held.beforeRun()
  if (ended?.outcome !== 'awaiting_approval') return false
  door.held.take(tool, toolCallId)
  await door.history.keep(toolCallId, { toolName: tool.id, input, ticket: ended.ticket })
  return true
}

/**
 * Runs a call that a person approved, with the input that the runtime keeps for it: what the messages say of it is not
 * looked at.
 *
 * @throws {TicketError} When no such call waits: it was run already, was denied, or never was.
 */
export async function runApproved(
  door: AiDoor,
  tool: AnyToolDefinition,
  options: AiExecutionOptions,
): Promise<ToolResult> {
  const ticket = await ticketOf(door, tool.id, options.toolCallId)
  const { toolCallId: _, ...goOn } = callOptionsOf(options, {})
  return door.runtime.approve(ticket, { by: deciderOf(door), ...goOn })
}

/** Denies a call that waits for approval, where it still does. */
export async function denyCall(
  door: AiDoor,
  toolName: string,
  toolCallId: string,
  reason: string | undefined,
): Promise<void> {
  try {
    const ticket = await ticketOf(door, toolName, toolCallId)
    await door.runtime.deny(ticket, { by: deciderOf(door), ...(reason !== undefined && { reason }) })
  } catch (thrown) {
    if (!(thrown instanceof TicketError)) throw thrown
  }
}

/** Looks first where the call was remembered, and then among all that wait. */
async function ticketOf(
  { history, runtime, binding: { defaults } }: AiDoor,
  toolName: string,
  toolCallId: string,
): Promise<string> {
  const remembered = await history.find(toolName, toolCallId)
  if (remembered?.ticket !== undefined) return remembered.ticket
  const waiting = (await runtime.pending()).filter(
    call =>
      call.kind === 'approval' &&
      call.toolName === toolName &&
      call.toolCallId === toolCallId &&
      (defaults.conversationId === undefined || defaults.conversationId === call.conversationId),
  )
  const [only, another] = waiting
  if (only && !another) return only.ticket
  throw new TicketError('unknown', `no call of ${toolName} waits for approval under this id`)
}

/** Who the scope says acts decides: the client only hands it on. */
function deciderOf({ binding: { defaults } }: AiDoor): string | Decider {
  const { actor = 'ai-sdk client' } = defaults
  if (typeof actor === 'string') return actor
  const { id, kind = 'user' } = actor
  // A kind of no decider's is refused with the names of those there are.
  return { id, kind: kind as Decider['kind'] }
}

import { runCall } from './call.js'
import { type CallRequest, openCall } from './call-state.js'
import {
  ApprovalRequiredError,
  NotExecutableError,
  SuspendedError,
  TimeoutError,
  ToolCallError,
} from './errors.js'
import { directKernel } from './kernel.js'
import type { Settlement } from './settlement.js'
import type { AnyToolDefinition, DirectCallOptions } from './tool.js'
import { createValidationError } from './validation-error.js'

/** What a bound tool adds to each of its direct calls. */
export type BoundRequest = Partial<Omit<CallRequest, 'tool' | 'toolName' | 'input'>>

/**
 * The door for code written for Mastra: answers the output, answers a `ValidationError` where a value does not fit its
 * schema, throws what the tool throws, and otherwise rejects with an error that says how the call ended.
 */
export async function executeDirectly(
  tool: AnyToolDefinition,
  input: unknown,
  options: DirectCallOptions = {},
  bound: BoundRequest = {},
): Promise<unknown> {
  const call = openCall({
    kernel: directKernel(),
    ...bound,
    ...pick(options),
    tool,
    toolName: tool.id,
    input,
  })
  const settlement = await runCall(call)
  if (settlement.outcome === 'ok') return settlement.output
  if (settlement.issues) return createValidationError(settlement.message ?? '', settlement.issues)
  throw rejectionOf(settlement, call)
}

/** Takes from the second argument what a call may be given; code written for Mastra may hand over more. */
function pick({
  toolCallId,
  requestContext,
  abortSignal,
  messages,
  agent,
  workflow,
  mcp,
}: DirectCallOptions) {
  return { toolCallId, requestContext, abortSignal, messages, agent, workflow, mcp }
}

function rejectionOf(settlement: Settlement, call: { toolName: string; toolCallId: string }): unknown {
  const { outcome, thrown, message = outcome, ticket = '', suspendPayload } = settlement
  const { toolName, toolCallId } = call
  if (thrown) return thrown.value
  switch (outcome) {
    case 'timed_out':
      return new TimeoutError(message, { toolName, toolCallId })
    case 'awaiting_approval':
      return new ApprovalRequiredError({ toolName, toolCallId, ticket })
    case 'suspended':
      return new SuspendedError({ toolName, toolCallId, ticket, suspendPayload })
    case 'dispatched':
      return new NotExecutableError({ toolName, toolCallId })
    default:
      return new ToolCallError(message, { outcome, toolName, toolCallId })
  }
}

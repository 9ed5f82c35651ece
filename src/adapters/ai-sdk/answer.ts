import { ApprovalRequiredError, ToolCallError } from '../../runtime/errors.js'
import type { ToolResult } from '../../runtime/result.js'
import { UnfinishedCall } from './unfinished-call.js'

/**
 * Turns how a call ended that has no output into what the AI SDK expects of a tool: a throw whose message is for the
 * model. A call that goes on later is no failure, so that it is an output: an `UnfinishedCall`.
 */
export async function answerOf(result: ToolResult): Promise<UnfinishedCall | undefined> {
  const { outcome, toolName, toolCallId } = result
  switch (outcome) {
    case 'ok':
      return undefined
    case 'suspended':
      return new UnfinishedCall(result, await result.view('display'))
    case 'dispatched':
      return new UnfinishedCall(result)
    case 'awaiting_approval':
      throw new ApprovalRequiredError({ toolName, toolCallId, ticket: result.ticket })
    default:
      throw new ToolCallError(result.error.modelMessage, {
        outcome,
        toolName,
        toolCallId,
        cause: result.error.cause,
      })
  }
}

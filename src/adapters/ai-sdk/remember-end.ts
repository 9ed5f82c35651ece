import type { ToolResult } from '../../runtime/result.js'
import type { AnyToolDefinition } from '../../runtime/tool.js'
import type { AiDoor } from './ai-door.js'
import type { RememberedCall } from './call-history.js'

/** Remembers how a call ended, for the model's next turns. */
export async function rememberEnd(
  { history, results }: AiDoor,
  tool: AnyToolDefinition,
  input: unknown,
  result: ToolResult,
): Promise<void> {
  const { toolCallId } = result
  results.set(toolCallId, result)
  // A call that waited is known by the input that the server saw, whatever was sent back.
  const known = await history.find(tool.id, toolCallId)
  const before = { toolName: tool.id, input: known ? known.input : input, ticket: known?.ticket }
  await history.keep(toolCallId, { ...before, ...endOf(result) })
}

function endOf(result: ToolResult): Pick<RememberedCall, 'ended' | 'ticket'> {
  const { outcome } = result
  switch (outcome) {
    case 'ok':
      return { ended: { outcome, output: result.output, modelOutput: result.modelOutput } }
    case 'suspended':
    case 'awaiting_approval':
      return { ticket: result.ticket }
    case 'dispatched':
      return {}
    default:
      return { ended: { outcome, message: result.error.modelMessage } }
  }
}

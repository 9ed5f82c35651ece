import type { ToolResult } from '../../runtime/result.js'
import type { AnyToolDefinition } from '../../runtime/tool.js'
import type { AiDoor } from './ai-door.js'
import type { RememberedCall } from './call-history.js'

/** Remembers how a call ended, for the model's next turns; waits only where the memory does. */
export function rememberEnd(
  { history, results }: AiDoor,
  tool: AnyToolDefinition,
  input: unknown,
  result: ToolResult,
): void | Promise<void> {
  const { toolCallId } = result
  results.set(toolCallId, result)
  return history.keep(toolCallId, { toolName: tool.id, input, ...endOf(result) })
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

import type { ToolResult } from '../../runtime/result.js'
import type { Tool } from '../../runtime/tool.js'
import type { McpCallToolResult } from './call-tool-result.js'
import { plainResult, shapedResult } from './model-content.js'

/** Key of `_meta` under which the ticket of a call that waits is told. */
export const TICKET_META = 'toolspan/ticket'

/** Turns how a call ended into what MCP answers. `waitsBecause` says why nobody was asked about a call that waits. */
export function toCallToolResult(tool: Tool, result: ToolResult, waitsBecause: string): McpCallToolResult {
  switch (result.outcome) {
    case 'ok':
      return tool.toModelOutput ? shapedResult(result.modelOutput) : plainResult(result.output)
    case 'awaiting_approval':
      return waiting(
        result.ticket,
        `${tool.id} needs a person's approval before it runs, and ${waitsBecause}. It has not run; whoever runs this server can decide on it.`,
      )
    case 'suspended':
      return waiting(
        result.ticket,
        `${tool.id} waits for a person's answer before it goes on, and ${waitsBecause}. It has not finished; whoever runs this server can resume it.`,
      )
    case 'dispatched':
      return result.taskId
        ? { content: [{ type: 'text', text: `${tool.id} runs in the background as task ${result.taskId}.` }] }
        : failed(`${tool.id} runs elsewhere and cannot be called through this server.`)
    default:
      return failed(result.error.modelMessage)
  }
}

/** A result that says why there is none. */
export function failed(text: string): McpCallToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

function waiting(ticket: string, text: string): McpCallToolResult {
  return { ...failed(text), _meta: { [TICKET_META]: ticket } }
}

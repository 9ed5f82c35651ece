import type { Redactor } from '../../observe/redact/redactor.js'
import type { McpContext } from '../../runtime/tool-context.js'
import type { McpRequest } from './mcp-request.js'
import type { Progress } from './progress.js'

/** The protocol's words for our levels, where they differ. */
const LEVEL: Record<string, string> = { trace: 'debug', warn: 'warning', fatal: 'critical' }

/** Returns `context.mcp` of a call. What it sends to the client beside questions passes the redactor. */
export function mcpContext(
  request: McpRequest,
  { toolName, redactor, progress, elicitationTimeoutMs }: ContextSettings,
): McpContext {
  return {
    extra: request.extra,
    elicitation: { sendRequest: question => request.elicit(question, elicitationTimeoutMs) },
    async log(level, message, data) {
      const said = redactor.redact(data === undefined ? message : { message, data })
      await request.log(LEVEL[level] ?? level, said, toolName).catch(() => {})
    },
    async progress(done, total, message) {
      await progress?.report(done, total, message).catch(() => {})
    },
  }
}

interface ContextSettings {
  toolName: string
  redactor: Redactor
  progress: Progress | undefined
  elicitationTimeoutMs: number
}

import { safeText } from '../../observe/exception.js'
import { isThenable } from '../../observe/limit.js'
import type { Kernel } from '../../runtime/kernel.js'
import { Ended } from '../../runtime/settlement.js'

const LONGEST_MESSAGE = 500

/**
 * Ends the call as an error where an MCP server answered one (`isError`): it is an answer to whoever asked, and a failure
 * to whoever watches.
 */
export function endMcpError(kernel: Kernel, returned: unknown): unknown {
  return isThenable(returned)
    ? Promise.resolve(returned).then(value => check(kernel, value))
    : check(kernel, returned)
}

function check(kernel: Kernel, output: unknown): unknown {
  if (!isMcpError(output)) return output
  const text = output.content.map(part => (part as { text?: unknown } | null)?.text).find(isText)
  const message = safeText(text ?? 'the server answered an error', LONGEST_MESSAGE, kernel.redactors.error)
  throw new Ended({ outcome: 'error', errorType: 'tool_error', message, output })
}

function isMcpError(value: unknown): value is { isError: true; content: unknown[] } {
  if (value === null || typeof value !== 'object') return false
  const { isError, content } = value as { isError?: unknown; content?: unknown }
  return isError === true && Array.isArray(content)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

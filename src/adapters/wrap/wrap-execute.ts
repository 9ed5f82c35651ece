import type { Binding } from '../../runtime/binding.js'
import type { CallOptions } from '../../runtime/call-request.js'
import type { AnyToolDefinition } from '../../runtime/tool.js'
import { renameOuterToolSpan } from '../outer-tool-span.js'
import { callWrapped } from './call-wrapped.js'
import { endMcpError } from './mcp-error.js'
import { streamsAlways } from './relay.js'

type Execute = (this: unknown, input: unknown, options?: unknown) => unknown

/** Wraps the `execute` of a tool object; its second argument may name the call, its messages and its signal. */
export function wrapExecute(binding: Binding, tool: AnyToolDefinition, execute: Execute): Execute {
  const streams = streamsAlways(execute)
  return function wrapped(this: unknown, ...args: [input: unknown, options?: unknown]): unknown {
    const [input, given] = args
    const options = callOptionsIn(given)
    renameOuterToolSpan(options.toolCallId, `ai.toolCall ${tool.id}`)
    const work = (abortSignal: AbortSignal) => {
      const rest: [unknown?] = isObject(given) ? [{ ...given, abortSignal }] : args.length > 1 ? [given] : []
      return endMcpError(binding.kernel, execute.call(this, input, ...rest))
    }
    return callWrapped({ binding, tool, input, options, streams, work })
  }
}

function callOptionsIn(given: unknown): CallOptions {
  if (!isObject(given)) return {}
  const { toolCallId, messages, abortSignal } = given
  return {
    ...(typeof toolCallId === 'string' && { toolCallId }),
    ...(Array.isArray(messages) && { messages }),
    ...(abortSignal instanceof AbortSignal && { abortSignal }),
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object'
}

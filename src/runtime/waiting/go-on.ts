import { runCall } from '../call.js'
import type { CallOptions, ScopeDefaults } from '../call-request.js'
import { Call } from '../call-state.js'
import type { Continuation } from '../continuation.js'
import type { Kernel } from '../kernel.js'
import { RequestContext, type RequestContextInit } from '../request-context.js'
import { type ToolResult, toResult } from '../result.js'

/** Options of a call that goes on; the rest is what it began with. */
export type GoOnOptions = Pick<
  CallOptions,
  | 'abortSignal'
  | 'timeoutMs'
  | 'requestContext'
  | 'messages'
  | 'agent'
  | 'workflow'
  | 'mcp'
  | 'attributes'
  | 'parent'
>

/** Runs a stored call through the pipeline again, from where it stood, with the input the server saw. */
export function goOn(
  kernel: Kernel,
  continuation: Continuation,
  options: GoOnOptions = {},
  input?: unknown,
): { call: Call; ended: Promise<ToolResult> } {
  const call = continuedCall(kernel, continuation, options, input)
  return { call, ended: runCall(call, toResult) }
}

/** The input as it was asked for stays beside an edited one, so that a decision that comes to nothing leaves it there. */
function inputOf({ stored: { values }, decision }: Continuation): unknown {
  return decision?.decision === 'modified' ? values?.editedInput : values?.input
}

/** Makes the call that a stored one goes on as. */
export function continuedCall(
  kernel: Kernel,
  continuation: Continuation,
  options: GoOnOptions,
  input: unknown = inputOf(continuation),
): Call {
  const { stored } = continuation
  const { toolName, toolCallId, facts, values } = stored
  const { tenant, actor, subject, sessionId, conversationId, agentName } = facts
  const defaults: ScopeDefaults = { tenant, actor, subject, sessionId, conversationId, agentName }
  const requestContext = mergedContext(values?.requestContext, options.requestContext)
  return new Call({
    kernel,
    tool: kernel.tools.get(toolName),
    toolName,
    input,
    options: { ...options, toolCallId: values?.toolCallId ?? toolCallId, requestContext },
    defaults,
    hasResult: true,
    continuation,
  })
}

/** What is given now, and under it what the call began with. */
function mergedContext(
  stored: Record<string, unknown> | undefined,
  given: RequestContextInit | undefined,
): RequestContextInit | undefined {
  if (!given || !stored) return given ?? stored
  const now = RequestContext.from(given)
  return now.withValidated(Object.fromEntries(Object.entries(stored).filter(([key]) => !now.has(key))))
}

import type { Context } from '@opentelemetry/api'
import { safeText } from '../../observe/exception.js'
import { bindingOf } from '../../runtime/binding.js'
import type { CallOptions } from '../../runtime/call-request.js'
import type { Kernel } from '../../runtime/kernel.js'
import type { Runtime } from '../../runtime/runtime.js'
import type { Tool } from '../../runtime/tool.js'
import type { McpCallToolResult, McpInputRequired } from './call-tool-result.js'
import { mcpContext } from './mcp-context.js'
import type { McpRequest } from './mcp-request.js'
import { startProgress } from './progress.js'
import { ProtocolError } from './protocol-error.js'
import { startServerSpan } from './server-span.js'
import type { Serving } from './serving.js'
import { goOnAnswered, refusalOf, settleWaiting } from './settle-waiting.js'
import { toCallToolResult } from './to-call-tool-result.js'

type McpAnswer = McpCallToolResult | McpInputRequired

const LONGEST_NAME = 100

/**
 * Answers one `tools/call`: through the pipeline like every call, under the span of the request.
 *
 * @throws {ProtocolError} Where the protocol asks for an error instead of a result: for a tool that is not served, or a
 * state that was not written here.
 */
export async function callTool(serving: Serving, request: McpRequest): Promise<McpAnswer> {
  const served = serving.tools.get(request.name)
  const { kernel, runtime } = served ?? serving.fallback
  const span = startServerSpan(kernel, request, served !== undefined)
  try {
    const parent = span.context
    const given = { serving, request, parent, kernel, runtime: serving.scoped(runtime, request.extra) }
    const answer = served ? await callServed({ ...given, tool: served.tool }) : await refuseUnknown(given)
    // What the client has cancelled is no error of ours.
    span.end({ isError: answer['isError'] === true && !request.extra.signal.aborted })
    return answer
  } catch (thrown) {
    const code = thrown instanceof ProtocolError ? thrown.code : ProtocolError.INTERNAL
    span.end({ code, isError: code === ProtocolError.INTERNAL })
    throw thrown
  }
}

interface GivenCall {
  serving: Serving
  request: McpRequest
  /** The context of the request's span; absent without tracing. */
  parent: Context | undefined
  kernel: Kernel
  runtime: Runtime
}

async function callServed(given: GivenCall & { tool: Tool }): Promise<McpAnswer> {
  const { serving, request, parent, runtime, tool } = given
  const { redactor, tickets } = given.kernel
  const { elicitationTimeoutMs } = serving
  const progress = startProgress(request, runtime, redactor)
  const mcp = mcpContext(request, { toolName: tool.id, redactor, progress, elicitationTimeoutMs })
  const by = request.extra.authInfo?.clientId ?? 'mcp client'
  const { signal: abortSignal } = request.extra
  const waiting = { serving, request, tool, runtime, tickets, by, mcp, parent, abortSignal }
  try {
    if (request.answered) return await goOnAnswered(waiting, request.answered)
    const result = await runtime.call(tool, request.arguments, {
      ...callOptions(given),
      mcp,
      toolCallId: progress?.toolCallId,
    })
    return result.outcome === 'ok' ? toCallToolResult(tool, result, '') : await settleWaiting(waiting, result)
  } catch (thrown) {
    return refusalOf(tool, thrown)
  } finally {
    if (progress) await progress.end()
  }
}

/** Leaves a trace of a call that nobody serves, and answers it as every version of the protocol asks. */
async function refuseUnknown(given: GivenCall): Promise<never> {
  const { request, runtime, kernel } = given
  const result = await runtime.call(request.name, request.arguments, callOptions(given))
  // One that runs elsewhere is not waited for.
  if (result.outcome === 'dispatched') result.settle(undefined)
  const name = safeText(request.name, LONGEST_NAME, kernel.redactors.error)
  throw new ProtocolError(ProtocolError.INVALID_PARAMS, `Unknown tool: ${name}`)
}

function callOptions({ runtime, request, parent }: GivenCall): CallOptions {
  const { extra } = request
  const { defaults } = bindingOf(runtime)
  const options: CallOptions = { abortSignal: extra.signal }
  if (parent) options.parent = parent
  if (extra.authInfo && defaults.actor === undefined) options.actor = extra.authInfo.clientId
  if (extra.sessionId !== undefined && defaults.sessionId === undefined) options.sessionId = extra.sessionId
  return options
}

import { type Attributes, type Context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { activeContext } from '../../observe/context.js'
import { ATTR, METHOD_CALL_TOOL, OTHER, TOOL_ERROR } from '../../observe/names.js'
import { quietly } from '../../observe/quietly.js'
import { safeId } from '../../observe/safe-id.js'
import type { Kernel } from '../../runtime/kernel.js'
import type { McpRequest } from './mcp-request.js'
import { linkTo, startMcpSpan } from './mcp-span.js'
import { remoteContext } from './trace-context.js'

/** How a request was answered, as far as telemetry may tell. */
export interface ServerEnd {
  isError?: boolean
  /** Code of a JSON-RPC error. */
  code?: number
}

/** What is observed of one request at its server. */
export interface ServerSpan {
  /** The context that the call belongs under; absent without tracing. */
  readonly context: Context | undefined
  end(how: ServerEnd): void
}

/**
 * Opens the span of a request: under the client's, where `_meta` names it, and then only linked to the span that is
 * active here, such as that of an HTTP server.
 */
export function startServerSpan(kernel: Kernel, request: McpRequest, known: boolean): ServerSpan {
  const { signals, clock } = kernel
  const startedAt = clock.now()
  const toolName = known ? request.name : OTHER
  const opened = signals.tracing() ? open(kernel, request, toolName) : undefined
  return {
    context: opened?.context,
    end(how) {
      if (opened) quietly(() => endSpan(opened.span, how))
      const { recording, mcpServerOperationDuration } = signals.instruments()
      if (!recording) return
      const attributes = measuredOf(request, kernel.toolNames(toolName), how)
      quietly(() => mcpServerOperationDuration.record((clock.now() - startedAt) / 1_000, attributes))
    },
  }
}

function open(
  kernel: Kernel,
  request: McpRequest,
  toolName: string,
): { span: Span; context: Context } | undefined {
  const { extra, protocolVersion, transport } = request
  const here = activeContext()
  const remote = remoteContext(extra._meta, here)
  const parent = remote ?? here
  const safe = (id: string | undefined) => (id === undefined ? id : safeId(id, kernel.redactors.span))
  const start = {
    kind: SpanKind.SERVER,
    toolName,
    sessionId: safe(extra.sessionId),
    // A number holds no secret.
    requestId: typeof extra.requestId === 'number' ? String(extra.requestId) : safe(extra.requestId),
    protocolVersion,
    transport,
  }
  const span = startMcpSpan(kernel, start, parent, remote && linkTo(here))
  return span && { span, context: trace.setSpan(parent, span) }
}

/** Built field by field, as every request pays for it. */
function measuredOf(request: McpRequest, toolName: string, { isError, code }: ServerEnd): Attributes {
  const { protocolVersion, transport } = request
  const attributes: Attributes = { [ATTR.mcpMethodName]: METHOD_CALL_TOOL, [ATTR.toolName]: toolName }
  if (isError) attributes[ATTR.errorType] = TOOL_ERROR
  if (code !== undefined) attributes[ATTR.rpcStatusCode] = String(code)
  if (protocolVersion) attributes[ATTR.mcpProtocolVersion] = protocolVersion
  if (transport) attributes[ATTR.networkTransport] = transport
  return attributes
}

/** A request that is wrong, such as one for a tool that nobody has, is the client's fault and no error of the server. */
function endSpan(span: Span, { isError, code }: ServerEnd): void {
  if (isError) {
    span.setAttribute(ATTR.errorType, TOOL_ERROR)
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  if (code !== undefined) span.setAttribute(ATTR.rpcStatusCode, String(code))
  span.end()
}

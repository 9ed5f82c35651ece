import { type Attributes, type Context, type Link, type Span, type SpanKind, trace } from '@opentelemetry/api'
import { ATTR, METHOD_CALL_TOOL, OPERATION_EXECUTE_TOOL, SPAN } from '../../observe/names.js'
import { quietly } from '../../observe/quietly.js'
import type { Kernel } from '../../runtime/kernel.js'

/** What is known of a `tools/call` when its span opens. */
export interface McpSpanStart {
  kind: SpanKind
  /** The tool's name as telemetry may tell it. */
  toolName: string
  sessionId?: string
  requestId?: string
  protocolVersion?: string
  transport?: 'pipe' | 'tcp'
  server?: { address: string; port?: number }
}

/** Opens the span of a `tools/call`, on either side. Governed by the MCP spans of the GenAI conventions. */
export function startMcpSpan(
  { signals }: Pick<Kernel, 'signals'>,
  start: McpSpanStart,
  parent: Context,
  links?: Link[],
): Span | undefined {
  return quietly(() =>
    signals
      .tracer()
      .startSpan(
        SPAN.mcpCallTool(start.toolName),
        { kind: start.kind, attributes: attributesOf(start), links },
        parent,
      ),
  )
}

function attributesOf({ toolName, sessionId, requestId, protocolVersion, transport, server }: McpSpanStart) {
  const attributes: Attributes = {
    [ATTR.mcpMethodName]: METHOD_CALL_TOOL,
    [ATTR.operationName]: OPERATION_EXECUTE_TOOL,
    [ATTR.toolName]: toolName,
  }
  if (requestId !== undefined) attributes[ATTR.jsonRpcRequestId] = requestId
  if (sessionId !== undefined) attributes[ATTR.mcpSessionId] = sessionId
  if (protocolVersion !== undefined) attributes[ATTR.mcpProtocolVersion] = protocolVersion
  if (transport !== undefined) attributes[ATTR.networkTransport] = transport
  if (server) attributes[ATTR.serverAddress] = server.address
  if (server?.port !== undefined) attributes[ATTR.serverPort] = server.port
  return attributes
}

/** Returns a link to the span of a context, where it has one. */
export function linkTo(context: Context): Link[] | undefined {
  const linked = trace.getSpanContext(context)
  return linked && [{ context: linked }]
}

/**
 * Every name toolspan writes to a span, a metric or a log: the one place where a name can change.
 *
 * `gen_ai.*` follow the OpenTelemetry semantic conventions for generative AI (development stability, so the strings
 * stand here instead of an import that may move); `error.type` and `exception.*` are stable; `toolspan.*` are ours.
 */

/** Schema URL of the conventions followed; stated on the tracer, the meter and the logger. */
export const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.42.0'

/** Instrumentation scope of every span, metric and log that toolspan makes. */
export const SCOPE_NAME = 'toolspan'

export const SPAN = {
  executeTool: (toolName: string) => `execute_tool ${toolName}`,
  attempt: (n: number) => `attempt ${n}`,
  toolApproval: (toolName: string) => `tool_approval ${toolName}`,
  mcpCallTool: (toolName: string) => `tools/call ${toolName}`,
} as const

export const ATTR = {
  operationName: 'gen_ai.operation.name',
  toolName: 'gen_ai.tool.name',
  toolType: 'gen_ai.tool.type',
  toolDescription: 'gen_ai.tool.description',
  toolCallId: 'gen_ai.tool.call.id',
  toolCallArguments: 'gen_ai.tool.call.arguments',
  toolCallResult: 'gen_ai.tool.call.result',
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',
  agentName: 'gen_ai.agent.name',
  conversationId: 'gen_ai.conversation.id',
  errorType: 'error.type',
  exceptionType: 'exception.type',
  exceptionMessage: 'exception.message',
  exceptionStacktrace: 'exception.stacktrace',
  outcome: 'toolspan.outcome',
  attempt: 'toolspan.attempt',
  taskId: 'toolspan.task.id',
  ticketKind: 'toolspan.ticket.kind',
  approvalDecision: 'toolspan.approval.decision',
  approvalDeciderKind: 'toolspan.approval.decider.kind',
  inputRepairs: 'toolspan.input.repairs',
  outputInvalid: 'toolspan.output.invalid',
  argumentsTruncated: 'toolspan.arguments.truncated',
  argumentsSize: 'toolspan.arguments.size',
  resultTruncated: 'toolspan.result.truncated',
  resultSize: 'toolspan.result.size',
  hookName: 'toolspan.hook.name',
  transformTarget: 'toolspan.transform.target',
  transformPhase: 'toolspan.transform.phase',
  redactionRule: 'toolspan.redaction.rule',
  redactionSink: 'toolspan.redaction.sink',
  payloadDirection: 'toolspan.payload.direction',
  transcriptType: 'toolspan.transcript.type',
  logSeverity: 'log.severity',
  mcpMethodName: 'mcp.method.name',
  mcpSessionId: 'mcp.session.id',
  mcpProtocolVersion: 'mcp.protocol.version',
  mcpToolChanged: 'toolspan.mcp.tool.changed',
  jsonRpcRequestId: 'jsonrpc.request.id',
  rpcStatusCode: 'rpc.response.status_code',
  networkTransport: 'network.transport',
  serverAddress: 'server.address',
  serverPort: 'server.port',
  tenant: 'toolspan.tenant',
} as const

export const EVENT = {
  operationDetails: 'gen_ai.client.inference.operation.details',
  exception: 'exception',
  toolException: 'toolspan.tool.exception',
  inputReceived: 'toolspan.input.received',
  toolCall: 'toolspan.tool.call',
  toolSettled: 'toolspan.tool.settled',
} as const

export const METRIC = {
  executeToolDuration: 'gen_ai.execute_tool.duration',
  toolCalls: 'toolspan.tool.calls',
  toolActive: 'toolspan.tool.active',
  approvalPending: 'toolspan.approval.pending',
  approvalOldestAge: 'toolspan.approval.oldest_age',
  approvalWaitDuration: 'toolspan.approval.wait.duration',
  suspendWaitDuration: 'toolspan.suspend.wait.duration',
  taskQueueDuration: 'toolspan.task.queue.duration',
  hookDuration: 'toolspan.hook.duration',
  transformDuration: 'toolspan.transform.duration',
  retries: 'toolspan.retries',
  toolLate: 'toolspan.tool.late',
  transcriptRecords: 'toolspan.transcript.records',
  redactions: 'toolspan.redactions',
  payloadSize: 'toolspan.payload.size',
  mcpServerOperationDuration: 'mcp.server.operation.duration',
  mcpClientOperationDuration: 'mcp.client.operation.duration',
} as const

/** Value of `gen_ai.operation.name` for a tool call. */
export const OPERATION_EXECUTE_TOOL = 'execute_tool'

/** Value of `mcp.method.name` for a tool call. */
export const METHOD_CALL_TOOL = 'tools/call'

/** Value of `error.type` where an MCP result says that it is an error. */
export const TOOL_ERROR = 'tool_error'

/** What stands for a name outside the known set, so that attributes keep a low cardinality. */
export const OTHER = '_OTHER'

/** Buckets of `gen_ai.execute_tool.duration` in seconds, as the convention sets them. */
export const DURATION_BUCKETS = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
]

/** Buckets of the MCP durations in seconds, as the convention sets them. */
export const MCP_BUCKETS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300]

/** Buckets in seconds for hooks and transforms, which are expected to take microseconds to a few seconds. */
export const HOOK_BUCKETS = [0.0001, 0.001, 0.01, 0.1, 1, 5]

/** Buckets in bytes for payloads. Of a larger one no more than about 8 000 characters are read. */
export const PAYLOAD_BUCKETS = [64, 256, 1_024, 4_096]

/** Buckets in seconds for waiting for a person or for a turn: a moment to a week. */
export const WAIT_BUCKETS = [1, 10, 60, 600, 3_600, 21_600, 86_400, 604_800]

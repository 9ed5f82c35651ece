import type { Attributes } from '@opentelemetry/api'
import { writeCallEnd } from '../observe/call-span.js'
import { captureContent } from '../observe/capture.js'
import { describeException } from '../observe/exception.js'
import { SEVERITY } from '../observe/logger.js'
import { addTo } from '../observe/metrics.js'
import { ATTR, EVENT } from '../observe/names.js'
import { quietly } from '../observe/quietly.js'
import type { JsonValue } from '../observe/redact/redactor.js'
import type { Call } from './call-state.js'
import { declarationsOf } from './declarations.js'
import { settlesLater } from './elsewhere.js'
import { meaningOf } from './outcome.js'
import type { Settlement } from './settlement.js'

/** Ends a call: measures it once, and writes the same outcome to its span, its metrics and its log record. */
export function endCall(call: Call, settlement: Settlement): void {
  const { kernel, scope } = call
  call.durationMs = Math.max(0, kernel.clock.now() - call.startedAt - call.asideMs)
  call.ended = true
  const { outcome } = settlement
  const { error } = meaningOf(outcome)
  const errorType = error && (settlement.errorType ?? error)
  const visible = contentOf(call) === 'none' ? {} : { message: settlement.message, thrown: settlement.thrown }
  writeCallEnd(
    scope.span,
    {
      outcome,
      errorType,
      message: visible.message ?? errorType,
      thrown: outcome === 'error' ? visible.thrown : undefined,
      attributes: quietly(() => spanAttributes(call, settlement)),
    },
    scope,
  )
  if (!settlesLater(call, settlement)) quietly(() => scope.span.end())
  if (call.instruments.recording) quietly(() => recordMetrics(call, outcome, errorType))
  quietly(() => logCall(call, settlement, errorType))
}

/** How much of its payloads a call's telemetry may hold: the tool's word, else the runtime's. */
function contentOf({ tool, kernel }: Call): 'none' | 'redacted' | 'default' {
  return tool.capture ?? (kernel.capture === 'redacted' ? 'redacted' : 'default')
}

function spanAttributes(call: Call, settlement: Settlement): Attributes {
  const { scope, repairs, kernel, tool, rawInput } = call
  const attributes: Attributes = {}
  if (!scope.span.isRecording()) return attributes
  if (repairs.length > 0) attributes[ATTR.inputRepairs] = [...repairs]
  if (settlement.outputInvalid) attributes[ATTR.outputInvalid] = true
  if (contentOf(call) !== 'redacted') return attributes
  const declared = declarationsOf(tool)
  const { values } = scope.known
  const input = captureContent(rawInput, kernel.redactor, { declared: declared.input, values })
  attributes[ATTR.toolCallArguments] = input.json
  if (input.truncated) attributes[ATTR.argumentsTruncated] = true
  if (input.size !== undefined) attributes[ATTR.argumentsSize] = input.size
  if (settlement.outcome !== 'ok') return attributes
  const output = captureContent(settlement.output, kernel.redactor, { declared: declared.output, values })
  attributes[ATTR.toolCallResult] = output.json
  if (output.truncated) attributes[ATTR.resultTruncated] = true
  if (output.size !== undefined) attributes[ATTR.resultSize] = output.size
  return attributes
}

function recordMetrics(call: Call, outcome: string, errorType: string | undefined): void {
  const { instruments, kernel, agentName, durationMs, executed } = call
  const toolName = kernel.toolNames(call.toolName)
  addTo(instruments.active, toolName, -1)
  instruments.toolCalls.add(1, { [ATTR.toolName]: toolName, [ATTR.outcome]: outcome })
  if (!executed && !errorType) return
  const attributes: Attributes = {
    [ATTR.toolName]: toolName,
    [ATTR.toolType]: 'function',
    [ATTR.outcome]: outcome,
  }
  if (agentName) attributes[ATTR.agentName] = agentName
  if (errorType) attributes[ATTR.errorType] = kernel.errorTypes(errorType)
  instruments.executeToolDuration.record(durationMs / 1_000, attributes)
}

function logCall(call: Call, settlement: Settlement, errorType: string | undefined): void {
  const { kernel, scope, toolName, toolCallId, durationMs } = call
  const { outcome, thrown, message } = settlement
  const { level } = meaningOf(outcome)
  if (SEVERITY[level] < SEVERITY.warn && !kernel.logsEveryCall()) return
  const data: { [key: string]: JsonValue } = { [ATTR.outcome]: outcome, duration_ms: durationMs }
  if (errorType) data[ATTR.errorType] = errorType
  if (contentOf(call) !== 'none' && errorType) {
    data[ATTR.exceptionMessage] = message ?? null
    const exception = thrown && describeException(thrown.value, kernel.redactor, scope.known)
    if (exception?.stacktrace) data[ATTR.exceptionStacktrace] = exception.stacktrace
    if (exception) data[ATTR.exceptionType] = exception.type
  }
  kernel.logs.report({
    level,
    message: `${toolName} ended ${outcome}`,
    data,
    toolName,
    toolCallId,
    context: scope.context,
    span: scope.span,
    eventName: errorType ? EVENT.toolException : EVENT.toolCall,
  })
}

import { type Context, isSpanContextValid, type Span } from '@opentelemetry/api'
import { toAttributes } from './attributes.js'
import { defaultLogger } from './default-logger.js'
import { isThenable } from './limit.js'
import { isLevelEnabled, type LogLevel, SEVERITY, type ToolLogger } from './logger.js'
import { ATTR } from './names.js'
import { quietly } from './quietly.js'
import type { JsonValue } from './redact/redactor.js'
import type { Signals } from './signals.js'

/** One log record of a call; text and data are already redacted. */
export interface LogRecord {
  level: LogLevel
  message: string
  data?: { [key: string]: JsonValue }
  toolName: string
  toolCallId: string
  /** The context whose active span the record belongs to. */
  context: Context
  span?: Span
  /** OpenTelemetry event name, for records that are events. */
  eventName?: string
}

/** Which sinks a record goes to. All are on by default. */
export interface LogSinkOptions {
  logger?: boolean
  opentelemetry?: boolean
  spanEvents?: boolean
}

/** Where log records go: the logger, OpenTelemetry logs and the span, so that Jaeger shows them too. */
export interface LogSinks {
  /** Writes a record to every sink that is on. Never throws. */
  emit(record: LogRecord): void
  /** Writes a record of what the runtime itself has to say: to the logger and OpenTelemetry logs, not the span. */
  report(record: LogRecord): void
}

/** Returns the log sinks of a runtime. Without a logger, warnings and errors go to standard error. */
export function createLogSinks(
  signals: Signals,
  given?: ToolLogger,
  { logger = true, opentelemetry = true, spanEvents = true }: LogSinkOptions = {},
): LogSinks {
  const toLogger = (record: LogRecord) => unheard(writeToLogger(given ?? defaultLogger(), record))
  const toOpenTelemetry = (record: LogRecord) => writeToOpenTelemetry(signals, record)
  function report(record: LogRecord): void {
    if (logger) quietly(() => toLogger(record))
    if (opentelemetry) quietly(() => toOpenTelemetry(record))
  }
  return {
    report,
    emit(record) {
      report(record)
      if (spanEvents) quietly(() => addSpanEvent(record))
    },
  }
}

function writeToLogger(logger: ToolLogger, record: LogRecord): unknown {
  if (!isLevelEnabled(logger, record.level)) return undefined
  const ids = record.span?.spanContext()
  const fields = {
    ...(ids && isSpanContextValid(ids) && { trace_id: ids.traceId, span_id: ids.spanId }),
    [ATTR.toolName]: record.toolName,
    [ATTR.toolCallId]: record.toolCallId,
    ...(record.data && { data: record.data }),
  }
  return logger[record.level](fields, record.message)
}

// A logger of someone else's may be asynchronous, and what it rejects with is nobody's to handle.
function unheard(answered: unknown): void {
  if (isThenable(answered)) answered.then(undefined, () => {})
}

function writeToOpenTelemetry(signals: Signals, record: LogRecord): void {
  signals.logger()?.emit({
    severityNumber: SEVERITY[record.level],
    severityText: record.level.toUpperCase(),
    body: record.message,
    eventName: record.eventName,
    context: record.context,
    attributes: {
      ...record.data,
      [ATTR.toolName]: record.toolName,
      [ATTR.toolCallId]: record.toolCallId,
    },
  })
}

function addSpanEvent({ span, level, message, data }: LogRecord): void {
  if (!span?.isRecording()) return
  span.addEvent(message, { ...(data && toAttributes(data)), [ATTR.logSeverity]: level })
}

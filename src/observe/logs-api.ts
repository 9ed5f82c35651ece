import type { Context } from '@opentelemetry/api'
import type { JsonValue } from './redact/redactor.js'

/**
 * The logs API as far as it is used here. OpenTelemetry 3.x has it in `@opentelemetry/api`, 2.x in a package of its own,
 * and an application may have neither; the providers of both lines fit.
 */
export interface LogsApi {
  getLoggerProvider(): LoggerProvider
}

/** Hands out loggers, as the SDK's `LoggerProvider` does. */
export interface LoggerProvider {
  getLogger(name: string, version?: string, options?: { schemaUrl?: string }): Logger
}

/** Takes log records. */
export interface Logger {
  emit(record: OpenTelemetryLogRecord): void
}

/** What is said of one record; the SDK adds the time. */
export interface OpenTelemetryLogRecord {
  severityNumber?: number
  severityText?: string
  body?: string
  eventName?: string
  context?: Context
  attributes?: { [key: string]: JsonValue }
}

import type { LogRecordExporter, ReadableLogRecord } from '@opentelemetry/sdk-logs'
import type { Redactor } from '../observe/redact/redactor.js'
import { REDACTION_FAILED, redactAttributes, redactLine, SCHEMALESS } from './redact-attributes.js'
import { createResourceRedactor } from './redact-resource.js'
import { createScopeRedactor } from './redact-scope.js'

/**
 * Wraps a log exporter so that it only ever sees redacted copies: body, attributes, scope and resource.
 *
 * The records themselves are not changed. When the redactor fails, values are replaced and the record is kept.
 */
export function redactLogs(exporter: LogRecordExporter, redactor: Redactor): LogRecordExporter {
  const redactResource = createResourceRedactor(redactor)
  const redactScope = createScopeRedactor(redactor)
  return {
    export: (records, callback) => {
      const copies = records.map(record => ({
        ...redactRecord(record, redactor),
        resource: redactResource(record.resource),
        instrumentationScope: redactScope(record.instrumentationScope),
      }))
      exporter.export(copies, callback)
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}

function redactRecord(record: ReadableLogRecord, redactor: Redactor): ReadableLogRecord {
  return {
    hrTime: record.hrTime,
    hrTimeObserved: record.hrTimeObserved,
    spanContext: record.spanContext,
    severityText: record.severityText,
    severityNumber: record.severityNumber,
    eventName: record.eventName,
    body: redactBody(record.body, redactor),
    attributes: redactAttributes(record.attributes as Parameters<typeof redactAttributes>[0], redactor),
    resource: record.resource,
    instrumentationScope: record.instrumentationScope,
    droppedAttributesCount: record.droppedAttributesCount,
  }
}

function redactBody(body: ReadableLogRecord['body'], redactor: Redactor): ReadableLogRecord['body'] {
  if (body === undefined || body === null) return body
  if (typeof body === 'string') return redactLine(body, redactor)
  try {
    return redactor.redact(body, SCHEMALESS)
  } catch {
    return REDACTION_FAILED
  }
}

import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { Redactor } from '../observe/redact/redactor.js'
import { redactAttributes, redactLine } from './redact-attributes.js'
import { createResourceRedactor } from './redact-resource.js'
import { createScopeRedactor } from './redact-scope.js'

/**
 * Wraps a span exporter so that it only ever sees redacted copies, whichever library made the spans.
 *
 * Name, status message, scope, and the attributes of span, events, links and resource go through the redactor; the spans
 * themselves are not changed. When the redactor fails, values are replaced and the span is kept.
 *
 * @example
 * new BatchSpanProcessor({ exporter: redactSpans(new OTLPTraceExporter(), createRedactor()) })
 */
export function redactSpans(exporter: SpanExporter, redactor: Redactor): SpanExporter {
  const redactResource = createResourceRedactor(redactor)
  const redactScope = createScopeRedactor(redactor)
  return {
    export: (spans, callback) => {
      const copies = spans.map(span => ({
        ...redactSpan(span, redactor),
        resource: redactResource(span.resource),
        instrumentationScope: redactScope(span.instrumentationScope),
      }))
      exporter.export(copies, callback)
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}

function redactSpan(span: ReadableSpan, redactor: Redactor): ReadableSpan {
  const { status } = span
  return {
    name: redactLine(span.name, redactor),
    kind: span.kind,
    spanContext: () => span.spanContext(),
    parentSpanContext: span.parentSpanContext,
    startTime: span.startTime,
    endTime: span.endTime,
    duration: span.duration,
    ended: span.ended,
    status: status.message ? { ...status, message: redactLine(status.message, redactor) } : status,
    attributes: redactAttributes(span.attributes, redactor),
    events: span.events.map(event => ({
      ...event,
      name: redactLine(event.name, redactor),
      attributes: event.attributes && redactAttributes(event.attributes, redactor),
    })),
    links: span.links.map(link => ({
      ...link,
      attributes: link.attributes && redactAttributes(link.attributes, redactor),
    })),
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    droppedAttributesCount: span.droppedAttributesCount,
    droppedEventsCount: span.droppedEventsCount,
    droppedLinksCount: span.droppedLinksCount,
  }
}

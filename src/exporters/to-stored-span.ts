import type { Attributes, HrTime } from '@opentelemetry/api'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import { millisBetween, type StoredSpan } from './stored-span.js'

const KINDS = ['internal', 'server', 'client', 'producer', 'consumer'] as const
const STATUS_CODES = ['unset', 'ok', 'error'] as const

/** Turns a span of the SDK into the plain data that the local store would give back for it. */
export function toStoredSpan(span: ReadableSpan): StoredSpan {
  const { traceId, spanId } = span.spanContext()
  const startTimeUnixNano = nanos(span.startTime)
  const endTimeUnixNano = nanos(span.endTime)
  const { code, message } = span.status
  return {
    traceId,
    spanId,
    ...(span.parentSpanContext ? { parentSpanId: span.parentSpanContext.spanId } : {}),
    name: span.name,
    kind: KINDS[span.kind] ?? 'unspecified',
    startTimeUnixNano,
    endTimeUnixNano,
    durationMs: millisBetween(startTimeUnixNano, endTimeUnixNano),
    status: { code: STATUS_CODES[code] ?? 'unset', ...(message ? { message } : {}) },
    attributes: { ...span.attributes },
    events: span.events.map(({ name, time, attributes }) => ({
      name,
      timeUnixNano: nanos(time),
      attributes: plain(attributes),
    })),
    links: span.links.map(({ context, attributes }) => ({
      traceId: context.traceId,
      spanId: context.spanId,
      attributes: plain(attributes),
    })),
    serviceName: String(span.resource.attributes['service.name'] ?? ''),
    scopeName: span.instrumentationScope.name,
  }
}

function nanos([seconds, nanoseconds]: HrTime): string {
  return String(BigInt(Math.trunc(seconds)) * 1_000_000_000n + BigInt(Math.trunc(nanoseconds)))
}

function plain(attributes: Attributes = {}): Record<string, unknown> {
  return { ...attributes }
}

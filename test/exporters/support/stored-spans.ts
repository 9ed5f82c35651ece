import type { StoredLog, StoredSpan } from '../../../src/exporters/stored-span.js'

const START = 1_700_000_000_000_000_000n

function nanosAt(ms: number): string {
  return String(START + BigInt(Math.round(ms * 1e6)))
}

function id(short: string): string {
  return short.padStart(16, '0')
}

export interface SpanShape {
  id: string
  parent?: string
  name: string
  /** Start and end in milliseconds. */
  at: [number, number]
  outcome?: string
  error?: string | true
  events?: { name: string; at: number; attributes?: Record<string, unknown> }[]
}

export function storedSpan({
  id: own,
  parent,
  name,
  at,
  outcome,
  error,
  events = [],
}: SpanShape): StoredSpan {
  const [start, end] = at
  return {
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    spanId: id(own),
    ...(parent ? { parentSpanId: id(parent) } : {}),
    name,
    kind: 'internal',
    startTimeUnixNano: nanosAt(start),
    endTimeUnixNano: nanosAt(end),
    durationMs: end - start,
    status: error ? { code: 'error', ...(error === true ? {} : { message: error }) } : { code: 'unset' },
    attributes: outcome ? { 'toolspan.outcome': outcome } : {},
    events: events.map(event => ({ attributes: {}, ...event, timeUnixNano: nanosAt(event.at) })),
    links: [],
    serviceName: 'test',
    scopeName: 'test',
  }
}

export function storedLog(
  span: string | undefined,
  at: number,
  body: unknown,
  more: Partial<StoredLog> = {},
): StoredLog {
  return {
    ...(span ? { spanId: id(span) } : {}),
    timeUnixNano: nanosAt(at),
    severityNumber: 9,
    severityText: 'INFO',
    body,
    attributes: {},
    serviceName: 'test',
    scopeName: 'test',
    ...more,
  }
}

/** Attributes as plain data; 64-bit integers that a number cannot hold are strings, bytes are base64. */
export type StoredAttributes = Record<string, unknown>

export interface StoredEvent {
  name: string
  /** Nanoseconds since the epoch, in decimal digits: safe in JSON, exact in `BigInt`. */
  timeUnixNano: string
  attributes: StoredAttributes
}

export interface StoredLink {
  traceId: string
  spanId: string
  attributes: StoredAttributes
}

/** A span as the local store holds it: plain data that survives JSON, without anything of the SDK. */
export interface StoredSpan {
  /** 32 lower-case hex digits. */
  traceId: string
  /** 16 lower-case hex digits. */
  spanId: string
  /** Absent on the root of a trace. */
  parentSpanId?: string
  name: string
  kind: 'unspecified' | 'internal' | 'server' | 'client' | 'producer' | 'consumer'
  /** Nanoseconds since the epoch, in decimal digits. */
  startTimeUnixNano: string
  /** Nanoseconds since the epoch, in decimal digits. */
  endTimeUnixNano: string
  durationMs: number
  status: { code: 'unset' | 'ok' | 'error'; message?: string }
  attributes: StoredAttributes
  events: StoredEvent[]
  links: StoredLink[]
  /** `service.name` of the resource; `''` when it has none. */
  serviceName: string
  /** Name of the instrumentation scope. */
  scopeName: string
}

/** A log record as the local store holds it. */
export interface StoredLog {
  /** Absent when the record was made outside any span. */
  traceId?: string
  spanId?: string
  /** When it happened, else when it was observed; nanoseconds since the epoch, in decimal digits. */
  timeUnixNano: string
  /** OpenTelemetry severity number, 1 to 24; 0 when not stated. */
  severityNumber: number
  /** Severity as the source called it; `''` when not stated. */
  severityText: string
  /** The message, or structured data. */
  body: unknown
  eventName?: string
  attributes: StoredAttributes
  serviceName: string
  scopeName: string
}

/** Returns milliseconds between two times in nanoseconds, with the fraction kept. */
export function millisBetween(startUnixNano: string, endUnixNano: string): number {
  return Number(BigInt(endUnixNano) - BigInt(startUnixNano)) / 1e6
}

/** Orders two times in nanoseconds. */
export function compareNano(a: string, b: string): number {
  const difference = BigInt(a) - BigInt(b)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

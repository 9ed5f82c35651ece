import { eventually } from './eventually.js'

/** A trace as Jaeger's page draws it. */
export interface JaegerTrace {
  traceId: string
  spans: JaegerSpan[]
}

export interface JaegerSpan {
  traceId: string
  spanId: string
  name: string
  service: string
  durationMs: number
  /** Span it is a child of. */
  parent: string | undefined
  /** Spans it follows from: what OpenTelemetry calls links. */
  links: { traceId: string; spanId: string }[]
  tags: Record<string, unknown>
  logs: Record<string, unknown>[]
}

/** What Jaeger's page asks. */
export interface JaegerQuery {
  url: string
  services(): Promise<string[]>
  operations(service: string): Promise<string[]>
  /** Searches by tags that one span must all have. */
  search(service: string, tags: Record<string, string>): Promise<JaegerTrace[]>
  /** Waits for a trace until it has so many spans. */
  trace(traceId: string, spans: number): Promise<JaegerTrace>
  /** What it has against the spans of a trace, such as a parent that is not there. */
  warnings(traceId: string): Promise<unknown[]>
}

/** Creates a client of the HTTP API that Jaeger's own page uses. */
export function jaegerQuery(url: string): JaegerQuery {
  async function ask<T>(path: string): Promise<T[]> {
    const response = await fetch(url + path)
    const { data } = (await response.json()) as { data: T[] | null }
    if (!response.ok) throw new Error(`Jaeger answered ${path} with status ${response.status}`)
    return data ?? []
  }
  return {
    url,
    services: async () => (await ask<string>('/api/services')).sort(),
    operations: async service => (await ask<string>(`/api/services/${service}/operations`)).sort(),
    search: async (service, tags) => {
      const query = new URLSearchParams({ service, tags: JSON.stringify(tags), limit: '100', lookback: '1h' })
      return (await ask<RawTrace>(`/api/traces?${query}`)).map(traceOf)
    },
    trace: (traceId, spans) =>
      eventually(
        async () => {
          const [found] = await ask<RawTrace>(`/api/traces/${traceId}`)
          if (!found) throw new Error(`Jaeger has no trace ${traceId}`)
          return traceOf(found)
        },
        trace => trace.spans.length >= spans,
      ),
    // The older API takes spans without a tag `ip` for spans of different hosts, and warns of clocks that are the same.
    warnings: async traceId => {
      const response = await fetch(`${url}/api/v3/traces/${traceId}`)
      const found = new Set<unknown>()
      JSON.parse(await response.text(), (_, value) => {
        if (value?.key === '@jaeger@warnings') found.add(value.value)
        return value
      })
      return [...found]
    },
  }
}

interface RawTrace {
  traceID: string
  spans: RawSpan[]
  processes: Record<string, { serviceName: string }>
}

interface RawSpan {
  traceID: string
  spanID: string
  operationName: string
  processID: string
  duration: number
  references: { refType: 'CHILD_OF' | 'FOLLOWS_FROM'; traceID: string; spanID: string }[]
  tags: RawField[]
  logs: { fields: RawField[] }[]
}

interface RawField {
  key: string
  value: unknown
}

function traceOf({ traceID, spans, processes }: RawTrace): JaegerTrace {
  return {
    traceId: traceID,
    spans: spans.map(span => ({
      traceId: span.traceID,
      spanId: span.spanID,
      name: span.operationName,
      service: processes[span.processID]?.serviceName ?? '',
      durationMs: span.duration / 1000,
      parent: span.references.find(({ refType }) => refType === 'CHILD_OF')?.spanID,
      links: span.references
        .filter(({ refType }) => refType === 'FOLLOWS_FROM')
        .map(({ traceID, spanID }) => ({ traceId: traceID, spanId: spanID })),
      tags: fieldsOf(span.tags),
      logs: span.logs.map(({ fields }) => fieldsOf(fields)),
    })),
  }
}

function fieldsOf(fields: readonly RawField[]): Record<string, unknown> {
  return Object.fromEntries(fields.map(({ key, value }) => [key, value]))
}

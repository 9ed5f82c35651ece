import { decodeLogs, decodeSpans } from '../../../src/exporters/decode-otlp.js'

/** What a loopback collector received, as OTLP/JSON messages. */
export interface Received {
  traces: unknown[]
  metrics: MetricsMessage[]
  logs: unknown[]
}

/** The same, without what differs from run to run: ids, times, durations and stacks. */
export interface Arrived {
  spans: object[]
  logs: object[]
  metrics: object[]
}

/** Makes what arrived comparable between two runs. */
export function normalise(received: Received): Arrived {
  const spans = received.traces.flatMap(message => decodeSpans(message))
  const nameOf = (spanId?: string) => spans.find(span => span.spanId === spanId)?.name
  return {
    spans: spans
      .map(({ name, kind, status, parentSpanId, attributes, events, serviceName, scopeName }) => ({
        ...{ name, kind, status, serviceName, scopeName, attributes, parent: nameOf(parentSpanId) },
        events: events.map(event => ({ name: event.name, attributes: steady(event.attributes) })),
      }))
      .sort(byName),
    logs: received.logs
      .flatMap(message => decodeLogs(message))
      .map(({ body, severityText, severityNumber, eventName, attributes, spanId, scopeName }) => ({
        ...{ body, severityText, severityNumber, eventName, scopeName, span: nameOf(spanId) },
        attributes: steady(attributes),
      })),
    metrics: received.metrics.flatMap(metricsOf).sort(byName),
  }
}

interface MetricsMessage {
  resourceMetrics: { scopeMetrics: { scope: { name: string }; metrics: Metric[] }[] }[]
}

interface Metric {
  name: string
  unit: string
  histogram?: { dataPoints: DataPoint[] }
  sum?: { dataPoints: DataPoint[] }
  gauge?: { dataPoints: DataPoint[] }
}

interface DataPoint {
  attributes: { key: string }[]
  count?: number
  asInt?: number
  asDouble?: number
  explicitBounds?: number[]
}

function metricsOf({ resourceMetrics }: MetricsMessage) {
  const scopes = resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics)
  return scopes.flatMap(({ scope, metrics }) =>
    metrics.map(({ name, unit, histogram, sum, gauge }) => ({
      ...{ scope: scope.name, name, unit },
      points: (histogram ?? sum ?? gauge)?.dataPoints
        .map(({ attributes, count, asInt, asDouble, explicitBounds }) => ({
          ...{ count, asInt, asDouble, explicitBounds },
          attributes: [...attributes].sort((a, b) => a.key.localeCompare(b.key)),
        }))
        .sort((a, b) => JSON.stringify(a.attributes).localeCompare(JSON.stringify(b.attributes))),
    })),
  )
}

/** Attributes whose values are another on every run. */
const UNSTEADY = ['exception.stacktrace', 'duration_ms']

function steady(attributes: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(attributes).map(([name, value]) => [
    name,
    UNSTEADY.includes(name) ? `a ${typeof value}` : value,
  ])
  return Object.fromEntries(entries)
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name.localeCompare(b.name)
}

import type { HrTime } from '@opentelemetry/api'
import type * as sdkLogs from '@opentelemetry/sdk-logs'
import type * as sdkMetrics from '@opentelemetry/sdk-metrics'
import type * as sdkTrace from '@opentelemetry/sdk-trace'
import { requireSdk } from './require-sdk.js'

/** A span that has ended, as a test looks at it. */
export interface TestSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  attributes: Readonly<Record<string, unknown>>
  /** `unset`, `ok` or `error`. */
  status: 'unset' | 'ok' | 'error'
  statusMessage?: string
  events: readonly { name: string; attributes: Readonly<Record<string, unknown>> }[]
  /** The spans it is linked to. */
  links: readonly { traceId: string; spanId: string }[]
  durationMs: number
}

/** An OpenTelemetry log record. */
export interface TestLog {
  body: unknown
  severityText?: string
  eventName?: string
  attributes: Readonly<Record<string, unknown>>
  traceId?: string
  spanId?: string
}

/** One data point of a metric: its number, or for a histogram how many values and their sum. */
export interface TestDataPoint {
  attributes: Readonly<Record<string, unknown>>
  value?: number
  count?: number
  sum?: number
  boundaries?: readonly number[]
}

/** Providers that keep everything in memory and touch no global, with what they recorded. */
export interface MemoryTelemetry {
  tracerProvider: sdkTrace.TracerProvider
  meterProvider: sdkMetrics.MeterProvider
  loggerProvider: sdkLogs.LoggerProvider
  /** How many spans were started. */
  started(): number
  spans(): TestSpan[]
  logs(): TestLog[]
  metrics(): Promise<Map<string, TestDataPoint[]>>
}

/** Makes in-memory providers for one test. `sampled: false` records nothing, as an always-off sampler does. */
export function createMemoryTelemetry({ sampled = true }: { sampled?: boolean } = {}): MemoryTelemetry {
  const trace = requireSdk<typeof sdkTrace>('@opentelemetry/sdk-trace')
  const spans = new trace.InMemorySpanExporter()
  let started = 0
  const counting: sdkTrace.SpanProcessor = {
    onStart: () => {
      started += 1
    },
    onEnd() {},
    forceFlush: async () => {},
    shutdown: async () => {},
  }
  const tracerProvider = new trace.TracerProvider({
    sampler: sampled ? new trace.AlwaysOnSampler() : new trace.AlwaysOffSampler(),
    spanProcessors: [counting, new trace.SimpleSpanProcessor({ exporter: spans })],
  })
  return {
    tracerProvider,
    ...createMemoryLogs(),
    ...createMemoryMetrics(),
    started: () => started,
    spans: () => spans.getFinishedSpans().map(toTestSpan),
  }
}

function createMemoryLogs() {
  const logs = requireSdk<typeof sdkLogs>('@opentelemetry/sdk-logs')
  const exporter = new logs.InMemoryLogRecordExporter()
  const processors = [new logs.SimpleLogRecordProcessor({ exporter })]
  return {
    loggerProvider: new logs.LoggerProvider({ processors }),
    logs: () => exporter.getFinishedLogRecords().map(toTestLog),
  }
}

function createMemoryMetrics() {
  const sdk = requireSdk<typeof sdkMetrics>('@opentelemetry/sdk-metrics')
  class OnDemandReader extends sdk.MetricReader {
    protected override async onForceFlush() {}
    protected override async onShutdown() {}
  }
  const reader = new OnDemandReader()
  return {
    meterProvider: new sdk.MeterProvider({ readers: [reader] }),
    async metrics() {
      const { resourceMetrics } = await reader.collect()
      const metrics = resourceMetrics.scopeMetrics.flatMap(scope => scope.metrics)
      return new Map(metrics.map(metric => [metric.descriptor.name, metric.dataPoints.map(toDataPoint)]))
    },
  }
}

const STATUS = ['unset', 'ok', 'error'] as const

function toTestSpan(span: sdkTrace.ReadableSpan): TestSpan {
  const { traceId, spanId } = span.spanContext()
  return {
    name: span.name,
    traceId,
    spanId,
    parentSpanId: span.parentSpanContext?.spanId,
    kind: span.kind,
    attributes: span.attributes,
    status: STATUS[span.status.code] ?? 'unset',
    statusMessage: span.status.message,
    events: span.events.map(({ name, attributes = {} }) => ({ name, attributes })),
    links: span.links.map(({ context }) => ({ traceId: context.traceId, spanId: context.spanId })),
    durationMs: milliseconds(span.duration),
  }
}

function toTestLog(record: sdkLogs.ReadableLogRecord): TestLog {
  const { body, severityText, eventName, attributes, spanContext } = record
  return {
    body,
    severityText,
    eventName,
    attributes,
    traceId: spanContext?.traceId,
    spanId: spanContext?.spanId,
  }
}

function toDataPoint({ attributes, value }: { attributes: object; value: unknown }): TestDataPoint {
  const labels = { ...attributes }
  if (typeof value === 'number') return { attributes: labels, value }
  const { count, sum, buckets } = value as sdkMetrics.Histogram
  return { attributes: labels, count, sum, boundaries: buckets.boundaries }
}

function milliseconds([seconds, nanoseconds]: HrTime): number {
  return seconds * 1_000 + nanoseconds / 1_000_000
}

import type {
  InstrumentType,
  MetricReader,
  PushMetricExporter,
  ResourceMetrics,
} from '@opentelemetry/sdk-metrics'
import { createDeliveryLedger } from './delivery-ledger.js'
import { type Environment, readPositive, readText } from './environment.js'
import { DELIVERED } from './export-callback.js'
import { importOptional } from './import-optional.js'
import { createOtlpExporter } from './otlp-exporter.js'
import { createOtlpSender } from './otlp-sender.js'
import type { OtlpTarget } from './otlp-target.js'
import type { Pipeline } from './pipeline.js'
import { watchExporter } from './watch-exporter.js'

/** A pipeline with the reader that feeds it. */
export interface MetricPipeline extends Pipeline {
  reader: MetricReader
}

/**
 * Creates the way out for metrics to an OTLP endpoint.
 *
 * What it sends was redacted when it was measured (`redactMeasurements`), and so was the resource.
 */
export async function createMetricPipeline(target: OtlpTarget, env: Environment): Promise<MetricPipeline> {
  const { PeriodicExportingMetricReader } = await importSdk()
  const ledger = createDeliveryLedger({ destination: `OTLP endpoint ${target.label}`, unit: 'metric export' })
  const serialize = await metricSerializer(target)
  const sender = createOtlpSender(target)
  const watched = watchExporter(createOtlpExporter(serialize, sender), ledger, () => 1)
  const exporter: PushMetricExporter = {
    // The reader waits for the answer on a timer that holds the process open, so it is not kept waiting.
    export: (metrics, callback) => {
      ledger.accept(1)
      watched.export(metrics, () => {})
      callback(DELIVERED)
    },
    selectAggregationTemporality: await temporalitySelector(env),
    forceFlush: () => watched.idle(),
    shutdown: () => watched.shutdown(),
  }
  const reader = new PeriodicExportingMetricReader({ exporter, ...intervals(env) })
  return {
    reader,
    ledger,
    flush: async () => {
      await reader.forceFlush()
      await watched.idle()
    },
    abort: () => sender.close(),
  }
}

function importSdk() {
  return importOptional('@opentelemetry/sdk-metrics', () => import('@opentelemetry/sdk-metrics'))
}

async function metricSerializer({ protocol }: OtlpTarget) {
  const { JsonMetricsSerializer, ProtobufMetricsSerializer } = await importOptional(
    '@opentelemetry/otlp-transformer',
    () => import('@opentelemetry/otlp-transformer'),
  )
  const serializer = protocol === 'http/json' ? JsonMetricsSerializer : ProtobufMetricsSerializer
  return (metrics: ResourceMetrics) => serializer.serializeRequest(metrics)
}

/** Which instruments are reported as differences, by `OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE`. */
const DELTA_INSTRUMENTS: Record<string, ReadonlySet<string>> = {
  delta: new Set(['COUNTER', 'OBSERVABLE_COUNTER', 'GAUGE', 'OBSERVABLE_GAUGE', 'HISTOGRAM']),
  lowmemory: new Set(['COUNTER', 'HISTOGRAM']),
}

async function temporalitySelector(env: Environment) {
  const { AggregationTemporality } = await importSdk()
  const preference = readText(env, 'OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE')?.toLowerCase() ?? ''
  const deltas = DELTA_INSTRUMENTS[preference]
  return (type: InstrumentType) =>
    deltas?.has(type) ? AggregationTemporality.DELTA : AggregationTemporality.CUMULATIVE
}

function intervals(env: Environment) {
  const exportIntervalMillis = readPositive(env, 'OTEL_METRIC_EXPORT_INTERVAL') ?? 60_000
  const timeout = readPositive(env, 'OTEL_METRIC_EXPORT_TIMEOUT') ?? 30_000
  return { exportIntervalMillis, exportTimeoutMillis: Math.min(timeout, exportIntervalMillis) }
}

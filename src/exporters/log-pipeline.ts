import type { LogRecordExporter, LogRecordProcessor, ReadableLogRecord } from '@opentelemetry/sdk-logs'
import type { Redactor } from '../observe/redact/redactor.js'
import { createDeliveryLedger, type DeliveryLedger } from './delivery-ledger.js'
import { type Environment, readPositive } from './environment.js'
import { importOptional } from './import-optional.js'
import { createLocalLogExporter } from './local-files.js'
import { createOtlpExporter } from './otlp-exporter.js'
import { createOtlpSender } from './otlp-sender.js'
import type { OtlpTarget } from './otlp-target.js'
import { BATCH_DELAY_MS, BATCH_SIZE, type Pipeline, QUEUE_SIZE } from './pipeline.js'
import { redactLogs } from './redact-logs.js'
import type { TelemetryPlan } from './telemetry-plan.js'
import { settleAll, watchExporter } from './watch-exporter.js'

/** A pipeline with the processor that feeds it. */
export interface LogPipeline extends Pipeline {
  processor: LogRecordProcessor
}

export interface LogPipelineOptions {
  plan: TelemetryPlan
  redactor: Redactor
  env: Environment
}

/** Creates the ways out for log records that a plan names. Every exporter sees redacted copies only. */
export async function createLogPipelines({
  plan,
  redactor,
  env,
}: LogPipelineOptions): Promise<LogPipeline[]> {
  const { otlp, localFolder } = plan.logs
  const { BatchLogRecordProcessor } = await importOptional(
    '@opentelemetry/sdk-logs',
    () => import('@opentelemetry/sdk-logs'),
  )
  const batched = (delayMs: number) => (exporter: LogRecordExporter) =>
    new BatchLogRecordProcessor({ exporter, ...batchOptions(env, delayMs) })
  const pipelines: LogPipeline[] = []
  if (otlp) {
    const { exporter, abort } = await otlpLogExporter(otlp)
    const parts = { exporter, redactor, abort, destination: `OTLP endpoint ${otlp.label}` }
    pipelines.push(createLogPipeline({ ...parts, process: batched(BATCH_DELAY_MS.otlp) }))
  }
  if (localFolder) {
    const parts = { exporter: createLocalLogExporter({ dir: plan.dir }), redactor, destination: localFolder }
    pipelines.push(createLogPipeline({ ...parts, process: batched(BATCH_DELAY_MS.local) }))
  }
  return pipelines
}

async function otlpLogExporter(
  target: OtlpTarget,
): Promise<{ exporter: LogRecordExporter; abort: () => void }> {
  const { JsonLogsSerializer, ProtobufLogsSerializer } = await importOptional(
    '@opentelemetry/otlp-transformer',
    () => import('@opentelemetry/otlp-transformer'),
  )
  const serializer = target.protocol === 'http/json' ? JsonLogsSerializer : ProtobufLogsSerializer
  const sender = createOtlpSender(target)
  const exporter = createOtlpExporter<ReadableLogRecord[]>(logs => serializer.serializeRequest(logs), sender)
  return { exporter, abort: () => sender.close() }
}

interface LogPipelineParts {
  exporter: LogRecordExporter
  redactor: Redactor
  destination: string
  process(exporter: LogRecordExporter): LogRecordProcessor
  abort?(): void
}

function createLogPipeline({
  exporter,
  redactor,
  destination,
  process,
  abort,
}: LogPipelineParts): LogPipeline {
  const ledger = createDeliveryLedger({ destination, unit: 'log record' })
  const watched = watchExporter<ReadableLogRecord[]>(
    redactLogs(exporter, redactor),
    ledger,
    logs => logs.length,
  )
  const inner = process(watched)
  const settling = settleAll(inner, watched)
  return {
    processor: { onEmit: countEmitted(inner, ledger), ...settling },
    ledger,
    flush: settling.forceFlush,
    abort: () => abort?.(),
  }
}

/** Counts the records handed over before the processor's queue can drop any. */
function countEmitted(processor: LogRecordProcessor, ledger: DeliveryLedger): LogRecordProcessor['onEmit'] {
  return (record, context) => {
    ledger.accept(1)
    processor.onEmit(record, context)
  }
}

function batchOptions(env: Environment, delayMs: number) {
  return {
    maxQueueSize: readPositive(env, 'OTEL_BLRP_MAX_QUEUE_SIZE') ?? QUEUE_SIZE,
    maxExportBatchSize: readPositive(env, 'OTEL_BLRP_MAX_EXPORT_BATCH_SIZE') ?? BATCH_SIZE,
    scheduledDelayMillis: readPositive(env, 'OTEL_BLRP_SCHEDULE_DELAY') ?? delayMs,
    exportTimeoutMillis: readPositive(env, 'OTEL_BLRP_EXPORT_TIMEOUT') ?? 30_000,
  }
}

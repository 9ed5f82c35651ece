import type { LogRecordExporter, LogRecordProcessor, ReadableLogRecord } from '@opentelemetry/sdk-logs'
import type { Redactor } from '../observe/redact/redactor.js'
import { batchLimits, withExportTimeout } from './batch-limits.js'
import { type BatchLimits, createBatchQueue } from './batch-queue.js'
import { createDeliveryLedger } from './delivery-ledger.js'
import type { Environment } from './environment.js'
import { importOptional } from './import-optional.js'
import { createLocalLogExporter } from './local-files.js'
import { createOtlpExporter } from './otlp-exporter.js'
import { createOtlpSender } from './otlp-sender.js'
import type { OtlpTarget } from './otlp-target.js'
import { BATCH_DELAY_MS, type Pipeline } from './pipeline.js'
import { redactLogs } from './redact-logs.js'
import type { TelemetryPlan } from './telemetry-plan.js'
import { watchExporter } from './watch-exporter.js'

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
  const pipelines: LogPipeline[] = []
  if (otlp) {
    const { exporter, abort } = await otlpLogExporter(otlp, env)
    const limits = batchLimits('BLRP', BATCH_DELAY_MS.otlp, env)
    const parts = { exporter, redactor, limits, destination: `OTLP endpoint ${otlp.label}` }
    pipelines.push({ ...createLogPipeline(parts), abort })
  }
  if (localFolder) {
    const exporter = createLocalLogExporter({ dir: plan.dir })
    const limits = batchLimits('BLRP', BATCH_DELAY_MS.local, env)
    pipelines.push(createLogPipeline({ exporter, redactor, limits, destination: localFolder }))
  }
  return pipelines
}

async function otlpLogExporter(
  target: OtlpTarget,
  env: Environment,
): Promise<{ exporter: LogRecordExporter; abort: () => void }> {
  const { JsonLogsSerializer, ProtobufLogsSerializer } = await importOptional(
    '@opentelemetry/otlp-transformer',
    () => import('@opentelemetry/otlp-transformer'),
  )
  const serializer = target.protocol === 'http/json' ? JsonLogsSerializer : ProtobufLogsSerializer
  const sender = createOtlpSender(withExportTimeout(target, 'BLRP', env))
  const exporter = createOtlpExporter<ReadableLogRecord[]>(logs => serializer.serializeRequest(logs), sender)
  return { exporter, abort: () => sender.close() }
}

interface LogPipelineParts {
  exporter: LogRecordExporter
  redactor: Redactor
  destination: string
  limits: BatchLimits
}

function createLogPipeline({ exporter, redactor, destination, limits }: LogPipelineParts): LogPipeline {
  const ledger = createDeliveryLedger({ destination, unit: 'log record' })
  const watched = watchExporter<ReadableLogRecord[]>(
    redactLogs(exporter, redactor),
    ledger,
    logs => logs.length,
  )
  const queue = createBatchQueue<ReadableLogRecord>({ exporter: watched, ledger, limits })
  const processor = { onEmit: queue.add, forceFlush: queue.forceFlush, shutdown: queue.shutdown }
  return { processor, ledger, flush: queue.forceFlush, abort: () => {} }
}

import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace'
import type { Redactor } from '../observe/redact/redactor.js'
import { batchLimits, withExportTimeout } from './batch-limits.js'
import { type BatchLimits, createBatchQueue } from './batch-queue.js'
import { createConsoleExporter } from './console-exporter.js'
import { createDeliveryLedger, type DeliveryLedger } from './delivery-ledger.js'
import type { Environment } from './environment.js'
import { importOptional } from './import-optional.js'
import { createLocalSpanExporter } from './local-files.js'
import { createOtlpExporter } from './otlp-exporter.js'
import { createOtlpSender } from './otlp-sender.js'
import type { OtlpTarget } from './otlp-target.js'
import { BATCH_DELAY_MS, type Pipeline } from './pipeline.js'
import { redactSpans } from './redact-spans.js'
import type { TelemetryPlan } from './telemetry-plan.js'
import { watchExporter } from './watch-exporter.js'

/** A pipeline with the processor that feeds it. */
export interface SpanPipeline extends Pipeline {
  processor: SpanProcessor
}

export interface SpanPipelineOptions {
  plan: TelemetryPlan
  console: boolean
  redactor: Redactor
  env: Environment
}

/** Creates the ways out for spans that a plan names. Every exporter sees redacted copies only. */
export async function createSpanPipelines(options: SpanPipelineOptions): Promise<SpanPipeline[]> {
  const { plan, redactor, env } = options
  const { otlp, localFolder } = plan.traces
  const pipelines: SpanPipeline[] = []
  if (otlp) {
    const { exporter, abort } = await otlpSpanExporter(otlp, env)
    const limits = batchLimits('BSP', BATCH_DELAY_MS.otlp, env)
    const parts = { exporter, redactor, limits, destination: `OTLP endpoint ${otlp.label}` }
    pipelines.push({ ...createBatchPipeline(parts), abort })
  }
  if (localFolder) {
    const exporter = createLocalSpanExporter({ dir: plan.dir })
    const limits = batchLimits('BSP', BATCH_DELAY_MS.local, env)
    pipelines.push(createBatchPipeline({ exporter, redactor, limits, destination: localFolder }))
  }
  if (options.console) {
    const { SimpleSpanProcessor } = await importOptional(
      '@opentelemetry/sdk-trace',
      () => import('@opentelemetry/sdk-trace'),
    )
    const ledger = createDeliveryLedger({ destination: 'the console', unit: 'span' })
    const exporter = watched(createConsoleExporter(), redactor, ledger)
    const processor = countEnded(new SimpleSpanProcessor({ exporter }), ledger)
    pipelines.push({ processor, ledger, flush: () => exporter.forceFlush(), abort: () => {} })
  }
  return pipelines
}

async function otlpSpanExporter(
  target: OtlpTarget,
  env: Environment,
): Promise<{ exporter: SpanExporter; abort: () => void }> {
  const { JsonTraceSerializer, ProtobufTraceSerializer } = await importOptional(
    '@opentelemetry/otlp-transformer',
    () => import('@opentelemetry/otlp-transformer'),
  )
  const serializer = target.protocol === 'http/json' ? JsonTraceSerializer : ProtobufTraceSerializer
  const sender = createOtlpSender(withExportTimeout(target, 'BSP', env))
  return {
    exporter: createOtlpExporter<ReadableSpan[]>(spans => serializer.serializeRequest(spans), sender),
    abort: () => sender.close(),
  }
}

interface BatchPipelineParts {
  exporter: SpanExporter
  redactor: Redactor
  destination: string
  limits: BatchLimits
}

function createBatchPipeline({ exporter, redactor, destination, limits }: BatchPipelineParts): SpanPipeline {
  const ledger = createDeliveryLedger({ destination, unit: 'span' })
  const queue = createBatchQueue({ exporter: watched(exporter, redactor, ledger), ledger, limits })
  const processor: SpanProcessor = {
    onStart: () => {},
    onEnd: span => {
      if (isSampled(span)) queue.add(span)
    },
    forceFlush: queue.forceFlush,
    shutdown: queue.shutdown,
  }
  return { processor, ledger, flush: queue.forceFlush, abort: () => {} }
}

function watched(exporter: SpanExporter, redactor: Redactor, ledger: DeliveryLedger) {
  return watchExporter<ReadableSpan[]>(redactSpans(exporter, redactor), ledger, spans => spans.length)
}

/** Counts the spans handed to a processor. */
function countEnded(processor: SpanProcessor, ledger: DeliveryLedger): SpanProcessor {
  return {
    onStart: (span, context) => processor.onStart(span, context),
    onEnd: span => {
      if (isSampled(span)) ledger.accept(1)
      processor.onEnd(span)
    },
    forceFlush: () => processor.forceFlush(),
    shutdown: () => processor.shutdown(),
  }
}

function isSampled(span: ReadableSpan): boolean {
  return (span.spanContext().traceFlags & 1) === 1
}

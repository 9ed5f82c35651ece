import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace'
import type { Redactor } from '../observe/redact/redactor.js'
import { createConsoleExporter } from './console-exporter.js'
import { createDeliveryLedger, type DeliveryLedger } from './delivery-ledger.js'
import { type Environment, readPositive } from './environment.js'
import { importOptional } from './import-optional.js'
import { createLocalSpanExporter } from './local-files.js'
import { createOtlpExporter } from './otlp-exporter.js'
import { createOtlpSender } from './otlp-sender.js'
import type { OtlpTarget } from './otlp-target.js'
import { BATCH_DELAY_MS, BATCH_SIZE, type Pipeline, QUEUE_SIZE } from './pipeline.js'
import { redactSpans } from './redact-spans.js'
import type { TelemetryPlan } from './telemetry-plan.js'
import { settleAll, watchExporter } from './watch-exporter.js'

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
  const { BatchSpanProcessor, SimpleSpanProcessor } = await importOptional(
    '@opentelemetry/sdk-trace',
    () => import('@opentelemetry/sdk-trace'),
  )
  const batched = (delayMs: number) => (exporter: SpanExporter) =>
    new BatchSpanProcessor({ exporter, ...batchOptions(env, delayMs) })
  const pipelines: SpanPipeline[] = []
  if (otlp) {
    const { exporter, abort } = await otlpSpanExporter(otlp)
    const parts = { exporter, redactor, abort, destination: `OTLP endpoint ${otlp.label}` }
    pipelines.push(createSpanPipeline({ ...parts, process: batched(BATCH_DELAY_MS.otlp) }))
  }
  if (localFolder) {
    const parts = { exporter: createLocalSpanExporter({ dir: plan.dir }), redactor, destination: localFolder }
    pipelines.push(createSpanPipeline({ ...parts, process: batched(BATCH_DELAY_MS.local) }))
  }
  if (options.console) {
    const parts = { exporter: createConsoleExporter(), redactor, destination: 'the console' }
    pipelines.push(
      createSpanPipeline({ ...parts, process: exporter => new SimpleSpanProcessor({ exporter }) }),
    )
  }
  return pipelines
}

async function otlpSpanExporter(target: OtlpTarget): Promise<{ exporter: SpanExporter; abort: () => void }> {
  const { JsonTraceSerializer, ProtobufTraceSerializer } = await importOptional(
    '@opentelemetry/otlp-transformer',
    () => import('@opentelemetry/otlp-transformer'),
  )
  const serializer = target.protocol === 'http/json' ? JsonTraceSerializer : ProtobufTraceSerializer
  const sender = createOtlpSender(target)
  return {
    exporter: createOtlpExporter<ReadableSpan[]>(spans => serializer.serializeRequest(spans), sender),
    abort: () => sender.close(),
  }
}

interface SpanPipelineParts {
  exporter: SpanExporter
  redactor: Redactor
  destination: string
  process(exporter: SpanExporter): SpanProcessor
  abort?(): void
}

function createSpanPipeline({
  exporter,
  redactor,
  destination,
  process,
  abort,
}: SpanPipelineParts): SpanPipeline {
  const ledger = createDeliveryLedger({ destination, unit: 'span' })
  const watched = watchExporter<ReadableSpan[]>(
    redactSpans(exporter, redactor),
    ledger,
    spans => spans.length,
  )
  const inner = process(watched)
  const settling = settleAll(inner, watched)
  return {
    processor: { ...countEnded(inner, ledger), ...settling },
    ledger,
    flush: async () => {
      await settling.forceFlush()
      await watched.forceFlush()
    },
    abort: () => abort?.(),
  }
}

/** Counts the spans handed over before the processor's queue can drop any. */
function countEnded(
  processor: SpanProcessor,
  ledger: DeliveryLedger,
): Pick<SpanProcessor, 'onStart' | 'onEnd'> {
  return {
    onStart: (span, context) => processor.onStart(span, context),
    onEnd: span => {
      if (isSampled(span)) ledger.accept(1)
      processor.onEnd(span)
    },
  }
}

function isSampled(span: ReadableSpan): boolean {
  return (span.spanContext().traceFlags & 1) === 1
}

/** Reads the batch processor's standard variables, which a processor built by hand does not read itself. */
function batchOptions(env: Environment, delayMs: number) {
  return {
    maxQueueSize: readPositive(env, 'OTEL_BSP_MAX_QUEUE_SIZE') ?? QUEUE_SIZE,
    maxExportBatchSize: readPositive(env, 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE') ?? BATCH_SIZE,
    scheduledDelayMillis: readPositive(env, 'OTEL_BSP_SCHEDULE_DELAY') ?? delayMs,
    exportTimeoutMillis: readPositive(env, 'OTEL_BSP_EXPORT_TIMEOUT') ?? 30_000,
  }
}

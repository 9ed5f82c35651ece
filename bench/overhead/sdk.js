// A user's own OpenTelemetry: always-on sampling, a batch processor and a metric reader whose exporters take everything
// and send nothing.
import { context, metrics, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace'

const exporter = {
  export: (_batch, done) => done({ code: 0 }),
  forceFlush: async () => {},
  shutdown: async () => {},
}

/** Registers providers of traces and metrics. */
export function startSdk({ sampled = true } = {}) {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const sampler = sampled ? new AlwaysOnSampler() : new AlwaysOffSampler()
  trace.setGlobalTracerProvider(
    new TracerProvider({ sampler, spanProcessors: [new BatchSpanProcessor({ exporter })] }),
  )
  // Without a reader a histogram records nothing.
  metrics.setGlobalMeterProvider(
    new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter })] }),
  )
}

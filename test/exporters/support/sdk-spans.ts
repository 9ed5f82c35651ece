import { context, type Span, trace } from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace'

const resource = resourceFromAttributes({ 'service.name': 'test-service' })

/** Makes finished spans of the SDK with a provider of its own; nothing global is touched. */
export function finishedSpans(make: (tools: SpanTools) => void): ReadableSpan[] {
  const exporter = new InMemorySpanExporter()
  make(spanTools(new TracerProvider({ resource, spanProcessors: [new SimpleSpanProcessor({ exporter })] })))
  return exporter.getFinishedSpans()
}

export interface SpanTools {
  start(name: string, options?: { parent?: Span; attributes?: Record<string, unknown> }): Span
}

function spanTools(provider: TracerProvider): SpanTools {
  const tracer = provider.getTracer('test-scope')
  return {
    start: (name, { parent, attributes } = {}) => {
      const under = parent ? trace.setSpan(context.active(), parent) : context.active()
      return tracer.startSpan(name, { attributes: attributes as never }, under)
    },
  }
}

/** Hands spans to an exporter and resolves with the result. */
export function exportAll(
  exporter: SpanExporter,
  spans: ReadableSpan[],
): Promise<{ code: number; error?: Error }> {
  return new Promise(resolve => exporter.export(spans, resolve))
}

/** A provider that feeds an exporter through a batch processor. */
export function batchProvider(exporter: SpanExporter): TracerProvider {
  return new TracerProvider({ resource, spanProcessors: [new BatchSpanProcessor({ exporter })] })
}

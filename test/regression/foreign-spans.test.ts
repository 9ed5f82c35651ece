import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { createRedactor, createTool } from 'toolspan'
import { redactSpans } from 'toolspan/exporters'
import { afterAll, beforeAll, expect, test } from 'vitest'

const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
const memory = new InMemorySpanExporter()

beforeAll(() => {
  const exporter = redactSpans(memory, createRedactor())
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
  )
})

afterAll(() => {
  context.disable()
  trace.disable()
})

// https://github.com/langfuse/langfuse/issues/15372
test('spans that another library makes inside a tool are children of it, and pass the redactor on their way out', async () => {
  const tool = createTool({
    id: 'fetch',
    description: 'Fetch',
    execute: async (_input, { observe }) => {
      const span = trace.getTracer('another library').startSpan(`GET /?token=${secret}`)
      span.setAttribute('http.request.header.authorization', `Bearer ${secret}`)
      span.addEvent('retry', { reason: `401 for ${secret}` })
      span.setStatus({ code: 2, message: secret })
      span.end()
      await observe.span('ours', own => own.setAttribute('note', secret))
    },
  })
  await tool.execute({})
  const spans = memory.getFinishedSpans()
  const told = JSON.stringify(
    spans.map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
  )
  const call = spans.find(span => span.name === 'execute_tool fetch')
  expect(spans).toHaveLength(3)
  for (const span of spans) {
    if (span !== call) expect(span.parentSpanContext?.spanId).toBe(call?.spanContext().spanId)
  }
  expect(told).not.toContain(secret)
  expect(told).toContain('REDACTED')
})

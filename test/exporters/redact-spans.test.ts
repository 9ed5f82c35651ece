import { SpanStatusCode } from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs'
import { InMemorySpanExporter } from '@opentelemetry/sdk-trace'
import { expect, test } from 'vitest'
import { redactLogs } from '../../src/exporters/redact-logs.js'
import { redactSpans } from '../../src/exporters/redact-spans.js'
import { createRedactor } from '../../src/observe/redact/create-redactor.js'
import { brokenRedactor, plainRedactor } from './support/plain-redactor.js'
import { exportAll, finishedSpans } from './support/sdk-spans.js'

function secretSpan() {
  return finishedSpans(({ start }) => {
    const span = start('GET /?key=hunter2', {
      attributes: { url: 'x=hunter2', 'db.password': 'anything', count: 3 },
    })
    span.addEvent('sent hunter2', { list: ['a', 'hunter2'] })
    span.addLink({ context: span.spanContext(), attributes: { note: 'hunter2' } })
    span.setStatus({ code: SpanStatusCode.ERROR, message: 'hunter2 was refused' })
    span.end()
  })
}

test('Name, status, and the attributes of span, events and links are redacted in a copy', async () => {
  const inner = new InMemorySpanExporter()
  const spans = secretSpan()
  await exportAll(redactSpans(inner, plainRedactor), spans)
  const [copy] = inner.getFinishedSpans()
  expect(copy).toMatchObject({
    name: 'GET /?key=[REDACTED]',
    attributes: { url: 'x=[REDACTED]', 'db.password': '[REDACTED]', count: 3 },
    events: [{ name: 'sent [REDACTED]', attributes: { list: ['a', '[REDACTED]'] } }],
    links: [{ attributes: { note: '[REDACTED]' } }],
    status: { code: SpanStatusCode.ERROR, message: '[REDACTED] was refused' },
  })
  expect(copy?.spanContext()).toEqual(spans[0]?.spanContext())
  expect(JSON.stringify(spans[0]?.attributes)).toContain('hunter2')
  expect(spans[0]?.name).toContain('hunter2')
})

test('Spans of one resource share one redacted resource, as serializers group by it', async () => {
  const inner = new InMemorySpanExporter()
  await exportAll(
    redactSpans(inner, plainRedactor),
    finishedSpans(({ start }) => [start('a').end(), start('b').end()]),
  )
  const [a, b] = inner.getFinishedSpans()
  expect(a?.resource).toBe(b?.resource)
  expect(a?.resource.attributes['service.name']).toBe('test-service')
})

test('The name of a scope is redacted, and spans of one scope share one, as serializers group by it', async () => {
  const inner = new InMemorySpanExporter()
  const [span] = finishedSpans(({ start }) => start('a').end())
  if (!span) throw new Error('no span was made')
  const scope = { name: 'lib hunter2', version: '1-hunter2' }
  const named = Object.assign(Object.create(span), { instrumentationScope: scope })
  await exportAll(redactSpans(inner, plainRedactor), [named, named])
  const [a, b] = inner.getFinishedSpans()
  expect(a?.instrumentationScope).toEqual({ name: 'lib [REDACTED]', version: '1-[REDACTED]' })
  expect(a?.instrumentationScope).toBe(b?.instrumentationScope)
})

test('When the redactor fails, no value leaves and the span is kept', async () => {
  const inner = new InMemorySpanExporter()
  await exportAll(redactSpans(inner, brokenRedactor), secretSpan())
  const [copy] = inner.getFinishedSpans()
  expect(copy?.attributes).toEqual({
    url: '[REDACTED:error]',
    'db.password': '[REDACTED:error]',
    count: '[REDACTED:error]',
  })
  expect(JSON.stringify([copy?.name, copy?.status, copy?.events, copy?.links])).not.toContain('hunter2')
})

test('Log records are redacted in body and attributes, and the record itself is not changed', async () => {
  const inner = new InMemoryLogRecordExporter()
  const seen: string[] = []
  const provider = new LoggerProvider({
    resource: resourceFromAttributes({}),
    processors: [
      new SimpleLogRecordProcessor({ exporter: redactLogs(inner, plainRedactor) }),
      {
        onEmit: record => seen.push(String(record.body)),
        forceFlush: async () => {},
        shutdown: async () => {},
      },
    ],
  })
  provider
    .getLogger('test')
    .emit({ body: 'the word is hunter2', attributes: { password: 'x', nested: { a: 'hunter2' } } })
  await provider.forceFlush()
  const [record] = inner.getFinishedLogRecords()
  expect(record?.body).toBe('the word is [REDACTED]')
  expect(record?.attributes).toEqual({ password: '[REDACTED]', nested: { a: '[REDACTED]' } })
  expect(seen).toEqual(['the word is hunter2'])
})

test('The standard redactor takes secrets out and leaves what the conventions measure', async () => {
  const inner = new InMemorySpanExporter()
  const kept = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'search',
    'gen_ai.tool.call.id': 'call_1',
    'gen_ai.usage.input_tokens': 512,
    'gen_ai.usage.output_tokens': 64,
    'gen_ai.request.max_tokens': 1000,
    'http.response.status_code': 200,
    'toolspan.outcome': 'ok',
  }
  const secrets = { 'http.request.header.authorization': ['Bearer abc.def'], 'db.password': 'hunter2' }
  const spans = finishedSpans(({ start }) => start('call', { attributes: { ...kept, ...secrets } }).end())
  await exportAll(redactSpans(inner, createRedactor()), spans)
  const [copy] = inner.getFinishedSpans()
  expect(copy?.attributes).toMatchObject(kept)
  expect(JSON.stringify(copy?.attributes)).not.toMatch(/abc\.def|hunter2/)
})

import { metrics, SpanStatusCode, trace } from '@opentelemetry/api'
import { expect, onTestFinished, test } from 'vitest'
import { type FakeCollector, startFakeCollector } from './support/fake-collector.js'
import { logs } from './support/logs-api.js'
import { startTestTelemetry, withEnvironment } from './support/telemetry.js'
import { temporaryDirectory } from './support/temporary-directory.js'

async function collectorFor(...answer: Parameters<typeof startFakeCollector>): Promise<FakeCollector> {
  const collector = await startFakeCollector(...answer)
  onTestFinished(() => collector.close())
  return collector
}

function emitAll(): void {
  trace.getTracer('program', '1.0').startActiveSpan('parent', parent => {
    trace.getTracer('program', '1.0').startActiveSpan('child', child => {
      child.setStatus({ code: SpanStatusCode.ERROR, message: 'boom' })
      child.setAttribute('note', 'the word is hunter2')
      logs.getLogger('program').emit({ severityNumber: 9, body: 'hello hunter2' })
      child.end()
    })
    parent.end()
  })
  metrics.getMeter('program').createCounter('program.runs', { unit: '{run}' }).add(3)
}

type Message = Record<string, never> & ReturnType<typeof JSON.parse>

test('With the standard endpoint variable, traces, logs and metrics arrive as OTLP JSON', async () => {
  const collector = await collectorFor()
  withEnvironment({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=k%20ey,x-other=1',
  })
  const telemetry = await startTestTelemetry()
  emitAll()
  expect(await telemetry.shutdown()).toEqual({ ok: true, problems: [] })

  for (const { headers } of collector.received) {
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-api-key': 'k ey', 'x-other': '1' })
  }
  const [traces] = collector.messages('/v1/traces') as Message[]
  const [child, parent] = traces.resourceSpans[0].scopeSpans[0].spans
  expect(traces.resourceSpans[0].scopeSpans[0].scope).toEqual({ name: 'program', version: '1.0' })
  expect(traces.resourceSpans[0].resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'test-service' },
  })
  expect(parent.traceId).toMatch(/^[0-9a-f]{32}$/)
  expect(child).toMatchObject({
    name: 'child',
    traceId: parent.traceId,
    parentSpanId: parent.spanId,
    status: { code: 2, message: 'boom' },
    attributes: [{ key: 'note', value: { stringValue: 'the word is [REDACTED]' } }],
  })

  const [logMessage] = collector.messages('/v1/logs') as Message[]
  expect(logMessage.resourceLogs[0].scopeLogs[0].logRecords[0]).toMatchObject({
    body: { stringValue: 'hello [REDACTED]' },
    severityNumber: 9,
    traceId: child.traceId,
    spanId: child.spanId,
  })

  const [metricMessage] = collector.messages('/v1/metrics') as Message[]
  expect(metricMessage.resourceMetrics[0].scopeMetrics[0].metrics[0]).toMatchObject({
    name: 'program.runs',
    sum: { isMonotonic: true, dataPoints: [{ asDouble: 3 }] },
  })
})

test('The variable of one signal sends that signal alone and keeps the others in files', async () => {
  const collector = await collectorFor()
  withEnvironment({
    OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: `${collector.url}/own/path`,
    TOOLSPAN_DIR: temporaryDirectory(),
  })
  const telemetry = await startTestTelemetry()
  emitAll()
  expect(await telemetry.shutdown()).toEqual({ ok: true, problems: [] })
  expect(collector.received.map(({ path }) => path)).toEqual(['/own/path'])
})

test('The environment names the service and adds resource attributes over those of the code', async () => {
  const collector = await collectorFor()
  withEnvironment({ OTEL_SERVICE_NAME: 'from-env', OTEL_RESOURCE_ATTRIBUTES: 'team=search' })
  const telemetry = await startTestTelemetry({
    otlp: { endpoint: collector.url },
    resource: { team: 'none', region: 'eu' },
  })
  emitAll()
  await telemetry.shutdown()
  const [traces] = collector.messages('/v1/traces') as Message[]
  const attributes = Object.fromEntries(
    traces.resourceSpans[0].resource.attributes.map((one: Message) => [one.key, one.value.stringValue]),
  )
  expect(attributes).toMatchObject({ 'service.name': 'from-env', team: 'search', region: 'eu' })
  expect(JSON.stringify(attributes)).not.toContain(process.argv[1])
})

test('An endpoint that already ends in the path of a signal is understood', async () => {
  const collector = await collectorFor()
  const telemetry = await startTestTelemetry({ otlp: { endpoint: `${collector.url}/base/v1/traces` } })
  emitAll()
  await telemetry.shutdown()
  expect(collector.received.map(({ path }) => path).sort()).toEqual([
    '/base/v1/logs',
    '/base/v1/metrics',
    '/base/v1/traces',
  ])
})

test('Bodies are compressed and encoded as protobuf when the variables ask for it', async () => {
  const collector = await collectorFor()
  withEnvironment({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf',
  })
  const telemetry = await startTestTelemetry()
  emitAll()
  expect(await telemetry.shutdown()).toEqual({ ok: true, problems: [] })
  const traces = collector.received.find(({ path }) => path === '/v1/traces')
  expect(traces?.headers['content-type']).toBe('application/x-protobuf')
  expect(traces?.body.toString('latin1')).toContain('parent')
  expect(collector.messages('/v1/logs')).toHaveLength(1)
})

test('A collector that is busy once gets the same spans again', async () => {
  let calls = 0
  const collector = await collectorFor((response, { path }) => {
    const isBusy = path === '/v1/traces' && calls++ === 0
    response.writeHead(isBusy ? 503 : 200, { 'retry-after': '0' }).end('{}')
  })
  const telemetry = await startTestTelemetry({ otlp: { endpoint: collector.url } })
  emitAll()
  expect(await telemetry.shutdown()).toEqual({ ok: true, problems: [] })
  const [first, second] = collector.messages('/v1/traces')
  expect(second).toEqual(first)
})

test('Spans that a collector rejected while it took others are counted as lost', async () => {
  const collector = await collectorFor((response, { path }) => {
    const answer = path === '/v1/traces' ? { partialSuccess: { rejectedSpans: '1', errorMessage: 'no' } } : {}
    response.writeHead(200).end(JSON.stringify(answer))
  })
  const telemetry = await startTestTelemetry({ otlp: { endpoint: collector.url } })
  emitAll()
  expect(await telemetry.shutdown()).toEqual({
    ok: false,
    problems: [`OTLP endpoint ${collector.url}/v1/traces rejected part of what it was sent (1 span lost)`],
  })
})

test('So are those that a collector rejected in an answer of protobuf', async () => {
  const rejectedTwo = Buffer.from([0x0a, 0x02, 0x08, 0x02])
  const collector = await collectorFor((response, { path }) => {
    response.writeHead(200).end(path === '/v1/traces' ? rejectedTwo : undefined)
  })
  const telemetry = await startTestTelemetry({ otlp: { endpoint: collector.url, protocol: 'http/protobuf' } })
  emitAll()
  expect(await telemetry.shutdown()).toEqual({
    ok: false,
    problems: [`OTLP endpoint ${collector.url}/v1/traces rejected part of what it was sent (2 spans lost)`],
  })
  expect(collector.received[0]?.headers['content-type']).toBe('application/x-protobuf')
})

test('Ten thousand spans that end in one tick all arrive', async () => {
  const collector = await collectorFor()
  const telemetry = await startTestTelemetry({ otlp: { endpoint: collector.url } })
  const tracer = trace.getTracer('burst')
  for (let i = 0; i < 10_000; i++) tracer.startSpan('one of many').end()
  expect(await telemetry.flush({ timeoutMs: 10_000 })).toEqual({ ok: true, problems: [] })
  const names = collector.received.map(({ body }) => body.toString().split('one of many').length - 1)
  expect(names.reduce((sum, count) => sum + count, 0)).toBe(10_000)
})

test('Spans past the queue are reported as lost with their number', async () => {
  const collector = await collectorFor()
  withEnvironment({ OTEL_BSP_MAX_QUEUE_SIZE: '600' })
  const telemetry = await startTestTelemetry({ otlp: { endpoint: collector.url } })
  for (let i = 0; i < 2000; i++) trace.getTracer('burst').startSpan('one of many').end()
  const { ok, problems } = await telemetry.flush({ timeoutMs: 10_000 })
  const arrived = collector.received.map(({ body }) => body.toString().split('one of many').length - 1)
  const lost = 2000 - arrived.reduce((sum, count) => sum + count, 0)
  expect(ok).toBe(false)
  expect(lost).toBeGreaterThan(0)
  expect(problems).toEqual([
    `The queue for OTLP endpoint ${collector.url}/v1/traces was full (${lost} spans lost)`,
  ])
  expect(await telemetry.flush()).toEqual({ ok: true, problems: [] })
})

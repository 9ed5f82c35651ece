import { Metadata, status } from '@grpc/grpc-js'
import { metrics, trace } from '@opentelemetry/api'
import { expect, onTestFinished, test } from 'vitest'
import { closedPort, startFakeCollector } from './support/fake-collector.js'
import { type AnswerCall, startFakeGrpcCollector } from './support/fake-grpc-collector.js'
import { logs } from './support/logs-api.js'
import { startTestTelemetry, withEnvironment } from './support/telemetry.js'

async function grpcCollector(answer?: AnswerCall) {
  const collector = await startFakeGrpcCollector(answer)
  onTestFinished(() => collector.close())
  return collector
}

function emitAll(): void {
  trace.getTracer('program').startActiveSpan('one span', span => {
    span.setAttribute('note', 'the word is hunter2')
    logs.getLogger('program').emit({ severityNumber: 9, body: 'one record' })
    span.end()
  })
  metrics.getMeter('program').createCounter('program.runs').add(1)
}

async function shutdownTimed(endpoint: string) {
  const telemetry = await startTestTelemetry({ otlp: { endpoint, protocol: 'grpc' } })
  trace.getTracer('program').startSpan('a').end()
  const startedAt = performance.now()
  const report = await telemetry.shutdown()
  return { ...report, tookMs: performance.now() - startedAt }
}

test('With protocol grpc, traces, logs and metrics arrive at a gRPC server, redacted and with the headers', async () => {
  const collector = await grpcCollector()
  const headers = { 'X-Api-Key': 'k' }
  const telemetry = await startTestTelemetry({ otlp: { endpoint: collector.url, protocol: 'grpc', headers } })
  emitAll()
  expect(await telemetry.shutdown()).toEqual({ ok: true, problems: [] })
  const byService = new Map(collector.received.map(one => [one.service, one]))
  expect(byService.get('TraceService')?.body.toString('latin1')).toContain('one span')
  expect(byService.get('TraceService')?.body.toString('latin1')).toContain('the word is [REDACTED]')
  expect(byService.get('LogsService')?.body.toString('latin1')).toContain('one record')
  expect(byService.get('MetricsService')?.body.toString('latin1')).toContain('program.runs')
  for (const { metadata } of collector.received) expect(metadata.get('x-api-key')).toEqual(['k'])
})

test('The standard variables choose gRPC, compression and an address without a scheme', async () => {
  const collector = await grpcCollector()
  withEnvironment({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url.replace('http://', ''),
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_EXPORTER_OTLP_INSECURE: 'true',
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
  })
  const telemetry = await startTestTelemetry()
  emitAll()
  expect(await telemetry.shutdown()).toEqual({ ok: true, problems: [] })
  expect(collector.received.map(({ service }) => service).sort()).toEqual([
    'LogsService',
    'MetricsService',
    'TraceService',
  ])
  const traces = collector.received.find(({ service }) => service === 'TraceService')
  expect(traces?.body.toString('latin1')).toContain('one span')
})

test('A protocol that is none of OTLP is a problem of the report, and JSON is used', async () => {
  const collector = await startFakeCollector()
  onTestFinished(() => collector.close())
  withEnvironment({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'carrier-pigeon',
  })
  const telemetry = await startTestTelemetry()
  emitAll()
  expect(await telemetry.shutdown()).toEqual({
    ok: false,
    problems: [
      'OTEL_EXPORTER_OTLP_PROTOCOL must be one of http/json, http/protobuf, grpc; http/json was used instead',
    ],
  })
  expect(collector.messages('/v1/traces')).toHaveLength(1)
  const starting = startTestTelemetry({ otlp: { endpoint: collector.url, protocol: 'pigeon' as 'grpc' } })
  await expect(starting).rejects.toThrow('otlp.protocol must be one of http/json, http/protobuf, grpc')
})

test('A gRPC receiver that is busy once gets the same spans again, after the time it names', async () => {
  let calls = 0
  const at: number[] = []
  const collector = await grpcCollector((callback, { service }) => {
    if (service !== 'TraceService') return callback(null, Buffer.alloc(0))
    at.push(performance.now())
    if (calls++ > 0) return callback(null, Buffer.alloc(0))
    const metadata = new Metadata()
    metadata.set('grpc-status-details-bin', retryIn(300))
    callback({ code: status.RESOURCE_EXHAUSTED, details: 'later', metadata })
  })
  const telemetry = await startTestTelemetry({ otlp: { endpoint: collector.url, protocol: 'grpc' } })
  emitAll()
  expect(await telemetry.shutdown()).toEqual({ ok: true, problems: [] })
  expect(at).toHaveLength(2)
  const [first = 0, second = 0] = at
  expect(second - first).toBeGreaterThan(290)
  expect(second - first).toBeLessThan(900)
})

test.each([
  ['INVALID_ARGUMENT', status.INVALID_ARGUMENT],
  ['UNAUTHENTICATED', status.UNAUTHENTICATED],
  ['UNAVAILABLE', status.UNAVAILABLE],
] as const)('A gRPC receiver that answers %s is named in the report, within the time', async (name, code) => {
  const collector = await grpcCollector(callback => callback({ code, details: 'hunter2' }))
  const { problems, tookMs } = await shutdownTimed(collector.url)
  expect(problems).toContain(`OTLP endpoint ${collector.url} answered ${name} (1 span lost)`)
  expect(tookMs).toBeLessThan(2500)
})

test('A gRPC receiver that never answers, or is not there, is named in the report, within the time', async () => {
  const collector = await grpcCollector(() => {})
  const hanging = await shutdownTimed(collector.url)
  expect(hanging.problems).toContain(`OTLP endpoint ${collector.url} did not answer in time (1 span lost)`)
  expect(hanging.tookMs).toBeLessThan(2500)
  const gone = `http://127.0.0.1:${await closedPort()}`
  const refused = await shutdownTimed(gone)
  expect(refused.problems).toContain(`OTLP endpoint ${gone} refused the connection (1 span lost)`)
  expect(refused.tookMs).toBeLessThan(2500)
})

test('Spans that a gRPC receiver rejected while it took others are counted as lost', async () => {
  const answer = Buffer.from([0x0a, 0x02, 0x08, 0x01])
  const collector = await grpcCollector((callback, { service }) =>
    callback(null, service === 'TraceService' ? answer : Buffer.alloc(0)),
  )
  const { problems } = await shutdownTimed(collector.url)
  expect(problems).toEqual([`OTLP endpoint ${collector.url} rejected part of what it was sent (1 span lost)`])
})

test('A receiver of the other protocol is recognised from either side', async () => {
  const http = await startFakeCollector()
  onTestFinished(() => http.close())
  const overGrpc = await shutdownTimed(http.url)
  expect(overGrpc.problems.join()).toContain(
    'did not answer in gRPC: is this the port of an OTLP/HTTP receiver?',
  )
  const grpc = await grpcCollector()
  const telemetry = await startTestTelemetry({ otlp: { endpoint: grpc.url } })
  trace.getTracer('program').startSpan('a').end()
  const { problems } = await telemetry.shutdown()
  expect(problems.join()).toContain('did not answer in HTTP: is this the port of an OTLP/gRPC receiver?')
})

/** `google.rpc.Status` with one `google.rpc.RetryInfo` in its details. */
function retryIn(ms: number): Buffer {
  const message = (field: number, body: Buffer) =>
    Buffer.concat([Buffer.from([field * 8 + 2, body.length]), body])
  const varint = (value: number): number[] =>
    value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
  const delay = Buffer.from([0x10, ...varint(ms * 1e6)])
  const any = [
    message(1, Buffer.from('type.googleapis.com/google.rpc.RetryInfo')),
    message(2, message(1, delay)),
  ]
  return message(3, Buffer.concat(any))
}

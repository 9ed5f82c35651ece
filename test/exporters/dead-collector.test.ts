import { metrics, trace } from '@opentelemetry/api'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { closedPort, startFakeCollector } from './support/fake-collector.js'
import { runTracedProgram } from './support/run-program.js'
import { startTestTelemetry } from './support/telemetry.js'
import { temporaryDirectory } from './support/temporary-directory.js'

const unhandled: unknown[] = []
const remember = (error: unknown) => unhandled.push(error)

beforeEach(() => {
  process.on('unhandledRejection', remember)
})

afterEach(() => {
  process.off('unhandledRejection', remember)
  expect(unhandled).toEqual([])
})

async function shutdownTimed(endpoint: string, headers?: Record<string, string>) {
  const telemetry = await startTestTelemetry({ otlp: { endpoint, headers } })
  trace.getTracer('program').startSpan('a').end()
  trace.getTracer('program').startSpan('b').end()
  metrics.getMeter('program').createCounter('runs').add(1)
  const startedAt = performance.now()
  const report = await telemetry.shutdown()
  return { ...report, tookMs: performance.now() - startedAt }
}

test('A collector that refuses the connection is named in the report, within the time', async () => {
  const endpoint = `http://127.0.0.1:${await closedPort()}`
  const { ok, problems, tookMs } = await shutdownTimed(endpoint)
  expect(ok).toBe(false)
  expect(problems).toEqual([
    `OTLP endpoint ${endpoint}/v1/traces refused the connection (2 spans lost)`,
    `OTLP endpoint ${endpoint}/v1/metrics refused the connection (1 metric export lost)`,
  ])
  expect(tookMs).toBeLessThan(2500)
})

test('A collector that never answers is named in the report, within the time', async () => {
  const collector = await startFakeCollector(() => {})
  onTestFinished(() => collector.close())
  const { problems, tookMs } = await shutdownTimed(collector.url)
  expect(problems).toContain(`OTLP endpoint ${collector.url}/v1/traces did not answer in time (2 spans lost)`)
  expect(tookMs).toBeLessThan(2500)
})

test.each([503, 400, 404])(
  'A collector that answers %i is named in the report, within the time',
  async status => {
    const collector = await startFakeCollector(response => response.writeHead(status).end('no'))
    onTestFinished(() => collector.close())
    const { problems, tookMs } = await shutdownTimed(collector.url)
    const hint = status === 404 ? ': is this the address of an OTLP/HTTP receiver?' : ''
    expect(problems).toContain(
      `OTLP endpoint ${collector.url}/v1/traces answered with status ${status}${hint} (2 spans lost)`,
    )
    expect(tookMs).toBeLessThan(2500)
  },
)

test('Credentials of the address and headers are not in the report', async () => {
  const endpoint = `http://user:s3cret@127.0.0.1:${await closedPort()}`
  const { problems } = await shutdownTimed(endpoint, { authorization: 'Bearer t0ken' })
  expect(problems.join()).toContain('refused the connection')
  expect(problems.join()).not.toMatch(/s3cret|t0ken|user/)
})

test('A failed batch does not break off the batches that a slow collector is still taking', async () => {
  let first = true
  const collector = await startFakeCollector(response => {
    const status = first ? 400 : 200
    first = false
    setTimeout(() => response.writeHead(status).end('{}'), status === 400 ? 0 : 300)
  })
  onTestFinished(() => collector.close())
  const telemetry = await startTestTelemetry({ otlp: { endpoint: collector.url } })
  for (let i = 0; i < 2000; i++) trace.getTracer('burst').startSpan('one').end()
  expect(await telemetry.shutdown()).toEqual({
    ok: false,
    problems: [`OTLP endpoint ${collector.url}/v1/traces answered with status 400 (512 spans lost)`],
  })
})

test('A flush that runs out of time says what is still on the way, and the spans may still arrive', async () => {
  const collector = await startFakeCollector(response =>
    setTimeout(() => response.writeHead(200).end('{}'), 400),
  )
  onTestFinished(() => collector.close())
  const telemetry = await startTestTelemetry({ otlp: { endpoint: collector.url } })
  trace.getTracer('program').startSpan('a').end()
  const late = await telemetry.flush({ timeoutMs: 50 })
  expect(late.problems).toEqual([`1 span still on the way to OTLP endpoint ${collector.url}/v1/traces`])
  expect(await telemetry.shutdown()).toEqual({ ok: true, problems: [] })
})

test('A process with a dead collector ends in time, with its own exit code and nothing on standard error', async () => {
  const endpoint = `http://127.0.0.1:${await closedPort()}`
  const base = await runTracedProgram('shutdown', { OTEL_SDK_DISABLED: 'true' })
  const run = await runTracedProgram('shutdown', { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
  expect(run).toMatchObject({ code: 7, stderr: '' })
  expect(JSON.parse(run.stdout)).toMatchObject({ ok: false })
  expect(run.tookMs - base.tookMs).toBeLessThan(3000)
})

test('A process that ends by itself delivers its spans first', async () => {
  const collector = await startFakeCollector()
  onTestFinished(() => collector.close())
  const run = await runTracedProgram('idle', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  expect(run).toMatchObject({ code: 0, stdout: '', stderr: '' })
  expect(collector.received.map(({ path }) => path).sort()).toEqual(['/v1/logs', '/v1/metrics', '/v1/traces'])
})

test('A process that handles signals delivers its spans and then ends by the signal', async () => {
  const collector = await startFakeCollector()
  onTestFinished(() => collector.close())
  const run = await runTracedProgram('signal', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  expect(run).toMatchObject({ code: null, signal: 'SIGTERM', stderr: '' })
  expect(collector.messages('/v1/traces')).toHaveLength(1)
})

test('A disabled SDK starts nothing and its controls work', async () => {
  const run = await runTracedProgram('shutdown', {
    OTEL_SDK_DISABLED: 'true',
    TOOLSPAN_DIR: temporaryDirectory(),
  })
  expect(JSON.parse(run.stdout)).toEqual({ ok: true, problems: [] })
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { context, metrics, SpanKind, trace } from '@opentelemetry/api'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findTraces } from '../../src/exporters/read-local-files.js'
import { startTelemetry } from '../../src/exporters/start-telemetry.js'
import { closedPort } from './support/fake-collector.js'
import { startTestTelemetry, withEnvironment } from './support/telemetry.js'
import { temporaryDirectory } from './support/temporary-directory.js'

function endSpan(name = 'span'): void {
  trace.getTracer('program').startSpan(name).end()
}

test('A disabled SDK registers nothing, and flush and shutdown still answer', async () => {
  withEnvironment({ OTEL_SDK_DISABLED: 'TRUE' })
  const telemetry = await startTestTelemetry()
  expect(trace.getTracer('program').startSpan('a').isRecording()).toBe(false)
  expect(await telemetry.flush()).toEqual({ ok: true, problems: [] })
  expect(await telemetry.shutdown()).toEqual({ ok: true, problems: [] })
})

test('The folder of the store is TOOLSPAN_DIR, and the standard redactor stands before it', async () => {
  const dir = join(temporaryDirectory(), 'elsewhere')
  withEnvironment({ TOOLSPAN_DIR: dir })
  const telemetry = await startTelemetry({ serviceName: 'test' })
  endSpan('call https://user:s3cretpass@example.com/')
  await telemetry.shutdown()
  const { traces } = await findTraces({ dir })
  expect(traces).toEqual([expect.objectContaining({ serviceName: 'test', spanCount: 1 })])
  expect(traces[0]?.rootName).not.toContain('s3cretpass')
})

test('Telemetry can be started again after a shutdown', async () => {
  const dir = temporaryDirectory()
  for (const name of ['first', 'second']) {
    const telemetry = await startTestTelemetry({ local: { dir } })
    endSpan(name)
    expect(await telemetry.shutdown()).toEqual({ ok: true, problems: [] })
  }
  expect((await findTraces({ dir })).matched).toBe(2)
})

test('A second SDK in the process is a problem of the report, and the first goes on', async () => {
  const dir = temporaryDirectory()
  const first = await startTestTelemetry({ local: { dir } })
  const second = await startTestTelemetry({ local: { dir: temporaryDirectory() } })
  const { problems } = await second.shutdown()
  expect(problems).toEqual([expect.stringContaining('Another OpenTelemetry SDK is already registered')])
  endSpan()
  expect(await first.shutdown()).toEqual({ ok: true, problems: [] })
  expect((await findTraces({ dir })).matched).toBe(1)
})

test('A ratio records that share of the traces, and calls within a trace follow it', async () => {
  const dir = temporaryDirectory()
  const telemetry = await startTestTelemetry({ local: { dir }, sampling: 0 })
  endSpan()
  const remoteParent = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1, isRemote: true }
  const under = trace.setSpanContext(context.active(), remoteParent)
  trace.getTracer('program').startSpan('sampled by its parent', { kind: SpanKind.SERVER }, under).end()
  await telemetry.shutdown()
  const { traces } = await findTraces({ dir })
  expect(traces.map(({ rootName }) => rootName)).toEqual(['sampled by its parent'])
})

test.each([-0.1, 1.1, Number.NaN])('A sampling of %d is refused at once', async sampling => {
  await expect(startTelemetry({ sampling })).rejects.toThrow(RangeError)
})

test('An endpoint in the code that is no address is refused without repeating it', async () => {
  const starting = startTelemetry({ otlp: { endpoint: 'localhost:4318?key=s3cret' } })
  await expect(starting).rejects.toThrow('The OTLP endpoint must be an http or https address')
  await expect(starting).rejects.not.toThrow('s3cret')
})

test('An endpoint variable that is no address is a problem of the report, and files are used', async () => {
  const dir = temporaryDirectory()
  withEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector', TOOLSPAN_DIR: dir })
  const telemetry = await startTestTelemetry()
  endSpan()
  const first = await telemetry.flush()
  expect(first.problems).toEqual([
    'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address, such as http://localhost:4318',
  ])
  expect(await telemetry.shutdown()).toEqual({ ok: true, problems: [] })
  expect((await findTraces({ dir })).matched).toBe(1)
})

test('A signal whose exporter is none is off', async () => {
  const dir = temporaryDirectory()
  withEnvironment({ OTEL_TRACES_EXPORTER: 'none' })
  const telemetry = await startTestTelemetry({ local: { dir } })
  endSpan()
  expect(await telemetry.shutdown()).toEqual({ ok: true, problems: [] })
  expect((await findTraces({ dir })).matched).toBe(0)
})

test('Prometheus reads metrics on the loopback address', async () => {
  const port = await closedPort()
  const telemetry = await startTestTelemetry({ prometheus: { port }, local: false })
  metrics.getMeter('program').createCounter('program.runs').add(2)
  const page = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(page).toMatch(/program_runs_total\{.*\} 2/)
  expect(await telemetry.shutdown()).toEqual({ ok: true, problems: [] })
})

test('A Prometheus port that is taken is a problem of the report', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
  })
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const telemetry = await startTestTelemetry({ prometheus: { port }, local: { dir: temporaryDirectory() } })
  const { problems } = await telemetry.flush()
  expect(problems).toEqual([`Prometheus metrics cannot be served on 127.0.0.1:${port}: the port is in use`])
})

test('The console exporter draws on standard error, redacted', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  onTestFinished(() => write.mockRestore())
  const telemetry = await startTestTelemetry({ console: true, local: false })
  endSpan('call hunter2')
  await telemetry.shutdown()
  const drawn = write.mock.calls.map(([text]) => String(text)).join('')
  expect(drawn).toContain('call [REDACTED]')
})

test('No signal handler is installed unless asked, and none is left after a shutdown', async () => {
  const listeners = () => ['SIGINT', 'SIGTERM', 'beforeExit'].map(name => process.listenerCount(name))
  const before = listeners()
  const quiet = await startTestTelemetry({ local: false })
  expect(listeners().slice(0, 2)).toEqual(before.slice(0, 2))
  await quiet.shutdown()
  const handling = await startTestTelemetry({ local: false, handleSignals: true })
  expect(listeners()).toEqual(before.map(count => count + 1))
  await handling.shutdown()
  expect(listeners()).toEqual(before)
})

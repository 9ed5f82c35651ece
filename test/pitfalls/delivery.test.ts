import { spawnSync } from 'node:child_process'
import { metrics, trace } from '@opentelemetry/api'
import { createRuntime, createTool } from 'toolspan'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type BundledProgram, bundleProgram } from '../exporters/support/bundle-program.js'
import { closedPort, startFakeCollector } from '../exporters/support/fake-collector.js'
import { runCalls } from '../exporters/support/run-calls.js'
import { startTestTelemetry } from '../exporters/support/telemetry.js'

const tool = createTool({ id: 'echo', description: 'Echoes', execute: async input => input })

async function wellCollector(...answer: Parameters<typeof startFakeCollector>) {
  const collector = await startFakeCollector(...answer)
  onTestFinished(() => collector.close())
  return collector
}

describe('a failure to deliver', () => {
  let program: BundledProgram
  beforeAll(async () => {
    program = await bundleProgram('./calling-program.mjs')
  })
  afterAll(() => program.remove())

  async function printed(env: Record<string, string>) {
    const endpoint = `http://127.0.0.1:${await closedPort()}`
    const args = [program.path, 'natural', '90', 'not', 'quiet']
    const { stdout, stderr, status } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env },
    })
    expect(status).toBe(7)
    return {
      stderr,
      everything: stdout + stderr,
      warning: `OTLP endpoint ${endpoint}/v1/traces refused the connection`,
    }
  }

  test('prints nothing, as the log of OpenTelemetry is silent until it is turned on', async () => {
    expect((await printed({})).stderr).toBe('')
  })

  test('is printed once where OTEL_LOG_LEVEL turns that log on', async () => {
    const { everything, warning } = await printed({ OTEL_LOG_LEVEL: 'warn' })
    expect(everything.split(warning)).toHaveLength(2)
    expect(everything).toContain('(90 spans lost)')
  })

  test('is heard once by the application that asks', async () => {
    const { losses } = await runCalls('natural', {
      program: program.path,
      endpoint: `http://127.0.0.1:${await closedPort()}`,
      calls: 90,
    })
    expect(losses).toHaveLength(1)
    expect(losses[0]?.filter(problem => problem.includes('90 spans lost'))).toHaveLength(1)
  })
})

describe('delivery', () => {
  test('Spans that end right before the shutdown all arrive, in batches and not one a request', async () => {
    const collector = await wellCollector()
    const telemetry = await startTestTelemetry({ otlp: { endpoint: collector.url } })
    const runtime = createRuntime({ tools: [tool] })
    for (let n = 0; n < 1000; n++) await runtime.call('echo', { n })
    expect(await telemetry.shutdown()).toEqual({ ok: true, problems: [] })
    const batches = collector.received.filter(({ path }) => path === '/v1/traces')
    const spans = batches.reduce((sum, { body }) => sum + body.toString().split('"spanId"').length - 1, 0)
    expect(spans).toBe(1000)
    expect(batches.length).toBeLessThanOrEqual(3)
  })

  test('Calls after a shutdown work as before and throw nothing', async () => {
    const collector = await wellCollector()
    const telemetry = await startTestTelemetry({ otlp: { endpoint: collector.url } })
    const runtime = createRuntime({ tools: [tool] })
    const tracer = trace.getTracer('program')
    await telemetry.shutdown()
    const arrived = collector.received.length
    tracer.startSpan('too late').end()
    expect(await runtime.call('echo', { n: 21 })).toMatchObject({ outcome: 'ok', output: { n: 21 } })
    expect(await telemetry.flush()).toEqual({ ok: true, problems: [] })
    expect(collector.received).toHaveLength(arrived)
  })

  test('The address of a collector is enough: the path of each signal is added', async () => {
    const collector = await wellCollector((response, { path }) => {
      response.writeHead(/^\/v1\/(traces|metrics|logs)$/.test(path) ? 200 : 404).end('{}')
    })
    const telemetry = await startTestTelemetry({ otlp: { endpoint: `${collector.url}/` } })
    trace.getTracer('program').startSpan('one').end()
    metrics.getMeter('program').createCounter('runs').add(1)
    expect(await telemetry.shutdown()).toEqual({ ok: true, problems: [] })
    expect(collector.received.map(({ path }) => path).sort()).toEqual(['/v1/metrics', '/v1/traces'])
  })
})

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRuntime } from 'toolspan'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { silentLogger } from '../../src/cli/silent-logger.js'
import { startTelemetry } from '../../src/exporters/start-telemetry.js'
import { createTool } from '../../src/runtime/create-tool.js'
import { eventually } from './support/eventually.js'
import { readSamples } from './support/exposition.js'
import { freePorts } from './support/free-ports.js'
import { type JaegerQuery, jaegerQuery } from './support/jaeger-query.js'
import { withoutJaeger } from './support/programs.js'
import { type ServerProcess, serverFolder } from './support/server-process.js'
import { startShipped } from './support/shipped-config.js'
import { buildWorkload } from './support/workload.js'

const ui = fileURLToPath(new URL('../../dashboards/jaeger/ui.json', import.meta.url))
const OK_CALLS = 30

// The two of docker-compose.yml that can run here: between tools and Jaeger stands the collector with its policy.
describe.skipIf(withoutJaeger)('the shipped collector and Jaeger', { timeout: 60_000 }, () => {
  const servers: ServerProcess[] = []
  let jaeger: JaegerQuery
  let metrics = ''
  let traceIds: { kept: string[]; dropped: string[] } = { kept: [], dropped: [] }

  beforeAll(async () => {
    const [grpc, http, ui, otlp, scrape, query, queryGrpc] = (await freePorts(7)) as number[] as Ports
    jaeger = jaegerQuery(`http://127.0.0.1:${query}`)
    metrics = `http://127.0.0.1:${scrape}/metrics`
    servers.push(
      await startShipped('jaeger/config.yaml', {
        replaced: {
          '0.0.0.0:16686': `127.0.0.1:${query}`,
          '0.0.0.0:4317': `127.0.0.1:${otlp}`,
          '/etc/jaeger/ui.json': uiFile(),
          'prometheus:9090': '127.0.0.1:1',
        },
        change: config => {
          config.extensions.jaeger_query.grpc = { endpoint: `127.0.0.1:${queryGrpc}` }
        },
        ready: async () => (await fetch(`${jaeger.url}/api/services`)).ok,
      }),
      await startShipped('otel-collector.yaml', {
        replaced: {
          '0.0.0.0:4317': `127.0.0.1:${grpc}`,
          '0.0.0.0:4318': `127.0.0.1:${http}`,
          '0.0.0.0:8889': `127.0.0.1:${scrape}`,
          'jaeger:4317': `127.0.0.1:${otlp}`,
          'tempo:4317': `127.0.0.1:${ui}`,
        },
        change: config => {
          const { policies } = config.processors.tail_sampling
          config.processors.tail_sampling.decision_wait = '500ms'
          config.connectors.spanmetrics.metrics_flush_interval = '200ms'
          policies.at(-1).probabilistic.sampling_percentage = 0
        },
        ready: async () => (await fetch(metrics)).ok,
      }),
    )
    vi.stubEnv('OTEL_METRIC_EXPORT_INTERVAL', '500')
    const telemetry = await startTelemetry({
      serviceName: 'sampled',
      otlp: { endpoint: `http://127.0.0.1:${http}` },
    })
    traceIds = await makeCalls()
    await buildWorkload().round()
    expect(await telemetry.shutdown({ timeoutMs: 5_000 })).toEqual({ ok: true, problems: [] })
  }, 900_000)
  afterAll(async () => {
    vi.unstubAllEnvs()
    for (const server of servers) await server.stop()
  })

  test('keep every call that did not end ok, and drop what is left to chance', async () => {
    const found = await eventually(
      async () =>
        (await jaeger.search('sampled', { 'gen_ai.tool.name': 'sometimes' })).map(one => one.traceId),
      found => found.length >= traceIds.kept.length,
    )
    expect(found.sort()).toEqual(traceIds.kept.sort())
    expect(traceIds.dropped).toHaveLength(OK_CALLS)
  })

  test.each(['input_invalid', 'denied', 'suspended', 'timed_out', 'awaiting_approval', 'not_found'])(
    'keep calls that ended %s',
    async outcome => {
      await eventually(
        () => jaeger.search('sampled', { 'toolspan.outcome': outcome }),
        found => found.length > 0,
      )
    },
  )

  test('measure all calls, dropped ones too, in the names that the dashboards ask for', async () => {
    const counted = await eventually(
      async () => {
        const samples = (await readSamples(metrics)).filter(
          ({ labels }) => labels['gen_ai_tool_name'] === 'sometimes',
        )
        const sum = (name: string) =>
          samples.filter(sample => sample.name === name).reduce((total, { value }) => total + value, 0)
        return {
          job: samples[0]?.labels['job'],
          calls: sum('toolspan_tool_calls_total'),
          durations: sum('gen_ai_execute_tool_duration_seconds_count'),
          spans: sum('traces_span_metrics_calls_total'),
        }
      },
      ({ spans }) => spans >= OK_CALLS + 10,
    )
    const all = OK_CALLS + 10
    expect(counted).toEqual({ job: 'sampled', calls: all, durations: all, spans: all })
  })

  type Ports = [number, number, number, number, number, number, number]

  /** Jaeger reads it for its page; here it must at least be one that it can read. */
  function uiFile(): string {
    const { path, remove } = serverFolder()
    servers.push({ stop: async () => remove() })
    const copy = join(path, 'ui.json')
    writeFileSync(copy, readFileSync(ui))
    return copy
  }
})

async function makeCalls() {
  const sometimes = createTool({
    id: 'sometimes',
    description: 'Fails at times',
    execute: input => {
      if (input) throw new RangeError('too far')
    },
  })
  const runtime = createRuntime({ tools: [sometimes], logger: silentLogger })
  const ids = { kept: [] as string[], dropped: [] as string[] }
  for (let n = 0; n < OK_CALLS + 10; n++) {
    const { traceId = '', outcome } = await runtime.call('sometimes', n % 4 === 3)
    ids[outcome === 'ok' ? 'dropped' : 'kept'].push(traceId)
  }
  return ids
}

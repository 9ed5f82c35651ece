import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { alertRules } from '../../scripts/dashboards/alert-rules.js'
import { FAILURES } from '../../scripts/dashboards/outcomes.js'
import { startTelemetry } from '../../src/exporters/start-telemetry.js'
import { dashboardQueries, filled, spanQueries } from './support/dashboard-queries.js'
import { eventually } from './support/eventually.js'
import { freePorts } from './support/free-ports.js'
import { type JaegerServer, startJaeger } from './support/jaeger-server.js'
import { withoutJaeger, withoutPrometheus } from './support/programs.js'
import { type PrometheusServer, startPrometheus } from './support/prometheus-server.js'
import { buildWorkload, type Tally } from './support/workload.js'

const rules = fileURLToPath(new URL('../../dashboards/prometheus/toolspan.rules.yml', import.meta.url))

const RUN_MS = 10_000

// The same measurements on two ways: scraped from the process, and over OTLP through a collector, which names them anew.
describe.skipIf(withoutPrometheus ?? withoutJaeger)('in Prometheus', { timeout: 60_000 }, () => {
  let jaeger: JaegerServer
  let prometheus: PrometheusServer
  let tally: Tally = {}
  let endedAt = 0

  beforeAll(async () => {
    jaeger = await startJaeger()
    const [port] = (await freePorts(1)) as [number]
    vi.stubEnv('OTEL_METRIC_EXPORT_INTERVAL', '500')
    vi.stubEnv('OTEL_LOGS_EXPORTER', 'none')
    const telemetry = await startTelemetry({
      serviceName: 'support',
      otlp: { endpoint: jaeger.http },
      prometheus: { port },
    })
    const jobs = { scraped: `http://127.0.0.1:${port}/metrics`, otlp: jaeger.collectorMetrics }
    prometheus = await startPrometheus({ jobs, rules })
    const workload = buildWorkload()
    tally = workload.tally
    const until = Date.now() + RUN_MS
    while (Date.now() < until) {
      await workload.round()
      await pause(50)
    }
    endedAt = Date.now()
    // Two more scrapes, so that all that was counted has arrived.
    await telemetry.flush({ timeoutMs: 2_000 })
    await pause(2_500)
    await telemetry.shutdown()
  }, 900_000)
  afterAll(async () => {
    vi.unstubAllEnvs()
    await prometheus?.stop()
    await jaeger?.stop()
  })

  const ask = (expr: string, job: string, tool?: string) =>
    prometheus.query(filled(expr, { job, tool }), endedAt)

  describe.each(['scraped', 'otlp'])('what was %s', job => {
    test('counts every call as it ended', async () => {
      const found = await eventually(
        async () => {
          const answers = await prometheus.query(
            `sum by (gen_ai_tool_name, toolspan_outcome) (last_over_time(toolspan_tool_calls_total{job="${job}"}[1m]))`,
          )
          const counted: Tally = {}
          for (const { labels, value } of answers) {
            const { gen_ai_tool_name: tool = '', toolspan_outcome: outcome = '' } = labels
            counted[tool] = { ...counted[tool], [outcome]: value }
          }
          return counted
        },
        counted => JSON.stringify(sorted(counted)) === JSON.stringify(sorted(tally)),
      )
      expect(found).toEqual(tally)
    })

    test('answers every expression of every dashboard', async () => {
      const empty: string[] = []
      for (const { where, expr } of dashboardQueries()) {
        const tool = where.startsWith('tool-detail') ? toolOf(where) : undefined
        const answers = await ask(expr, job, tool)
        if (!answers.some(({ value }) => Number.isFinite(value))) empty.push(where)
      }
      expect(empty).toEqual([])
    })

    test('answers every expression that leads from a span to metrics', async () => {
      for (const { where, expr } of spanQueries()) {
        const answers = await ask(expr.replaceAll('[5m]', '[10s]'), job, 'search')
        expect([where, answers.length > 0]).toEqual([where, true])
      }
    })

    test('shares out what failed as it did', async () => {
      const { expr } = queryOf('tools.json / Share that failed, by tool / A')
      const shares = Object.fromEntries(
        (await ask(expr, job)).map(({ labels, value }) => [labels['gen_ai_tool_name'], value]),
      )
      expect(Object.keys(shares).sort()).toEqual(Object.keys(tally).sort())
      for (const [tool, outcomes] of Object.entries(tally)) {
        const all = Object.values(outcomes).reduce((sum, count) => sum + count, 0)
        const failed = FAILURES.reduce((sum, outcome) => sum + (outcomes[outcome] ?? 0), 0)
        // A scrape may fall into the middle of a round.
        expect([tool, Math.abs((shares[tool] ?? 1) - failed / all) < 0.15]).toEqual([tool, true])
      }
    })

    test('has the durations that calls took, and none of calls that never ran', async () => {
      const p50 = async (tool: string) => {
        const { expr } = queryOf('tools.json / p50 by tool / A')
        const [answer] = await ask(expr, job, tool)
        return answer?.value
      }
      expect(await p50('lookup')).toBeGreaterThan(0.01)
      expect(await p50('lookup')).toBeLessThan(0.08)
      expect(await p50('slow')).toBeGreaterThan(0.02)
      expect(await p50('_OTHER')).toBeUndefined()
    })

    test('tells what waits, who decided how, and what could not be recorded', async () => {
      const valuesBy = async (where: string, label: string) =>
        Object.fromEntries((await ask(queryOf(where).expr, job)).map(one => [one.labels[label], one.value]))
      const waiting = 'approval-background.json / Waiting for a decision, by tool / A'
      expect(await valuesBy(waiting, 'gen_ai_tool_name')).toEqual({ refund: 1 })
      const decisions = 'approval-background.json / Decisions / A'
      expect(Object.keys(await valuesBy(decisions, 'toolspan_approval_decision')).sort()).toEqual([
        'approved',
        'denied',
      ])
      const lost = 'audit.json / Records that could not be written / A'
      expect(Object.keys(await valuesBy(lost, 'error_type')).sort()).toEqual(['Error', 'RangeError'])
      const rules = await valuesBy(
        'hooks-transforms-redaction.json / Redactions by rule / A',
        'toolspan_redaction_rule',
      )
      expect(Object.keys(rules)).toContain('failed')
    })
  })

  test('The alerts of what fails fire, each for what is behind it', async () => {
    const firing = await eventually(
      () => prometheus.query('ALERTS{alertstate="firing", job="otlp"}', endedAt),
      answers => answers.length >= 6,
    )
    const told = firing.map(({ labels }) => [
      labels['alertname'],
      labels['gen_ai_tool_name'],
      labels['error_type'],
    ])
    expect(told.sort()).toEqual([
      ['HookFailing', 'lookup', 'SyntaxError'],
      ['RedactorFailing', undefined, undefined],
      ['ToolCallsRefusedWithoutRecord', 'search', undefined],
      ['TranscriptIncomplete', undefined, 'Error'],
      ['TranscriptIncomplete', undefined, 'RangeError'],
      ['TransformFailing', 'lookup', 'URIError'],
    ])
  })

  test('Every rule is evaluated without an error, and what others build on has values', async () => {
    expect((await prometheus.rules()).filter(({ lastError }) => lastError)).toEqual([])
    for (const rule of alertRules().groups.flatMap<{ expr: string; record?: string }>(group => group.rules)) {
      const answers = await prometheus.query(rule.expr, endedAt)
      if (rule.record) expect(answers.length).toBeGreaterThan(10)
    }
  })
})

/** A tool of the workload that has what a panel shows. */
function toolOf(where: string): string {
  if (/Retries/.test(where)) return '.*'
  if (/Fail|outcome|Calls/.test(where)) return 'fetch'
  return 'lookup'
}

function queryOf(where: string) {
  const found = dashboardQueries().find(query => query.where === where)
  if (!found) throw new Error(`No panel is ${where}`)
  return found
}

function sorted(tally: Tally): unknown {
  const entries = Object.entries(tally).map(([tool, outcomes]) => [tool, Object.entries(outcomes).sort()])
  return entries.sort(([a], [b]) => String(a).localeCompare(String(b)))
}

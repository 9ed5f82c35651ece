import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runBin } from './support/run-bin.js'
import { temporaryDirectory } from './support/temporary-directory.js'

interface DemoCall {
  tool: string
  outcome: string
  attempts: number
  traceId: string
  durationMs: number
  happened: string
}

async function demo(...args: string[]) {
  const cwd = temporaryDirectory()
  return { cwd, ...(await runBin(['demo', ...args], { cwd })) }
}

describe('the demo', () => {
  test('makes at least 20 calls, among them each way to fail and to wait, and ends with 0 in time', async () => {
    const { code, stdout, stderr, tookMs } = await demo('--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(tookMs).toBeLessThan(15_000)
    const calls: DemoCall[] = JSON.parse(stdout).calls
    expect(calls.length).toBeGreaterThanOrEqual(20)
    expect(new Set(calls.map(({ outcome }) => outcome))).toEqual(
      new Set(['ok', 'error', 'input_invalid', 'timed_out', 'cancelled', 'denied']),
    )
    expect(calls.some(({ outcome, attempts }) => outcome === 'ok' && attempts > 1)).toBe(true)
    for (const { happened } of calls) expect(happened).not.toBe('')
    const waited = calls.map(({ happened }) => happened).join('\n')
    expect(waited).toMatch(/approved by a person; \d+ replacements/)
    expect(waited).toMatch(/asked a question and was answered; tools/)
  })

  test('shows only what can be read back from its files', async () => {
    const { cwd, stdout } = await demo('--json')
    const { calls, trace, latencies, files } = JSON.parse(stdout)
    const { traces } = JSON.parse((await runBin(['traces', '--limit', '100', '--json'], { cwd })).stdout)
    const idsOf = (list: DemoCall[]) => list.map(({ traceId }) => traceId).sort()
    expect(idsOf(calls)).toEqual(idsOf(traces))
    const record = JSON.parse((await runBin(['trace', trace.traceId, '--json'], { cwd })).stdout)
    expect(trace.spans).toHaveLength(record.spans.length)
    for (const { tool, count, p99Ms } of latencies) {
      const durations = calls
        .filter((call: DemoCall) => call.tool === tool)
        .map(({ durationMs }: DemoCall) => durationMs)
      expect(count).toBe(durations.length)
      expect(p99Ms).toBe(Math.max(...durations))
    }
    for (const { path, bytes } of files) expect(readFileSync(join(cwd, path)).length).toBe(bytes)
  })

  test('has a call that its caller cancelled, whose trace says so and speaks of no timeout', async () => {
    const { cwd, stdout } = await demo('--json')
    const { traceId } = JSON.parse(stdout).calls.find(({ outcome }: DemoCall) => outcome === 'cancelled')
    const trace = await runBin(['trace', traceId], { cwd })
    expect(trace.stdout).toMatch(/error AbortError: The caller does not need the page any more\n/)
    expect(trace.stdout).not.toMatch(/time/i)
  })

  test('keeps the secrets of lookup-customer with the application', async () => {
    const { cwd, stdout } = await demo('--json')
    const { views, secrets } = JSON.parse(stdout)
    expect(views.returned).toEqual({ displayName: 'Acme', apiKey: expect.any(String), debugScore: 0.97 })
    expect(views.display).toEqual({ displayName: 'Acme' })
    expect(views.transcript).toEqual({ displayName: 'Acme' })
    expect(secrets).toMatchObject({ found: 0 })
    expect(secrets.searchedFor).toBeGreaterThanOrEqual(6)
    const store = join(cwd, '.toolspan')
    for (const name of readdirSync(store, { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.jsonl'))
        expect(readFileSync(join(store, name), 'utf8')).not.toContain(views.returned.apiKey)
  })

  test('prints tables, a waterfall and the next commands without colours in a pipe', async () => {
    const { stdout, stderr } = await demo()
    expect(stderr).toBe('')
    expect(stdout).not.toContain('\u001b')
    expect(stdout).toMatch(/^toolspan demo {2}\d+ calls of 8 tools/)
    for (const part of [
      '├─ attempt 2',
      'returned to the application',
      'p99',
      '.toolspan/traces/',
      'npx toolspan trace ',
    ])
      expect(stdout).toContain(part)
    expect(stdout).not.toMatch(/ghp_|"level":/)
  })

  test('ends by verifying its transcript with the command', async () => {
    const { cwd, stdout } = await demo()
    const verified = await runBin(['audit', 'verify'], { cwd })
    expect(verified.code).toBe(0)
    const [, shown = ''] = stdout.split('$ toolspan audit verify\n')
    expect(shown.trimEnd()).toBe(verified.stdout.trimEnd())
    expect(shown).toMatch(/\d+ records, \d+ calls, 1 writer, 1 segment/)
  })

  test('works with an endpoint that is not there, and says so', async () => {
    const cwd = temporaryDirectory()
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }
    const { code, stdout, stderr, tookMs } = await runBin(['demo'], { cwd, env })
    expect(code).toBe(0)
    expect(stdout).toContain('Latency')
    expect(stderr).toMatch(
      /^toolspan: \d+ spans, .+ could not be delivered to http:\/\/127\.0\.0\.1:1\/?, .+\n$/,
    )
    expect(tookMs).toBeLessThan(15_000)
  })

  test('refuses to run where nothing is recorded, and says why', async () => {
    const { code, stderr } = await runBin(['demo'], {
      cwd: temporaryDirectory(),
      env: { OTEL_SDK_DISABLED: 'true' },
    })
    expect(code).toBe(2)
    expect(stderr).toMatch(/^toolspan: the demo reads back what it recorded, but .+OTEL_SDK_DISABLED.+\n$/)
  })

  test('keeps calling for as long as it is told, and says how many calls that were', async () => {
    const { code, stdout, stderr } = await demo('--for', '1s')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(Number(/^(\d+) calls were made\.\n$/.exec(stdout)?.[1])).toBeGreaterThanOrEqual(20)
  })
})

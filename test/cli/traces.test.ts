import { appendFileSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { runBin } from './support/run-bin.js'
import { runCli } from './support/run-cli.js'

let store = ''

beforeAll(async () => {
  store = realpathSync(mkdtempSync(join(tmpdir(), 'toolspan-traces-')))
  await runBin(['demo', '--json'], { cwd: store, env: { TOOLSPAN_DIR: store } })
  return () => rmSync(store, { recursive: true, force: true })
})

const cli = (...args: string[]) => runCli(args, { env: { TOOLSPAN_DIR: store } })
const found = async (...args: string[]) => JSON.parse((await cli('traces', '--json', ...args)).stdout)

describe('traces', () => {
  test('are listed newest first, at most 20', async () => {
    const { traces, matched } = await found()
    expect(matched).toBeGreaterThan(20)
    expect(traces).toHaveLength(20)
    const times = traces.map(({ startTimeUnixNano }: { startTimeUnixNano: string }) => startTimeUnixNano)
    expect(times).toEqual([...times].sort().reverse())
  })

  test('are found by tool and outcome', async () => {
    const { traces } = await found('--tool', 'fetch-page', '--outcome', 'timed_out')
    expect(traces).toHaveLength(1)
    expect(traces[0]).toMatchObject({ tool: 'fetch-page', outcome: 'timed_out' })
  })

  test('are found by duration and time', async () => {
    const { traces } = await found('--min-duration', '250ms')
    for (const { durationMs } of traces) expect(durationMs).toBeGreaterThanOrEqual(250)
    expect((await found('--since', '1h')).matched).toBeGreaterThan(20)
    expect((await found('--since', '2099-01-01')).matched).toBe(0)
  })

  test('are shown as a table that fits the terminal and says how many more there are', async () => {
    const { stdout } = await runCli(['traces', '--limit', '3'], {
      env: { TOOLSPAN_DIR: store, NO_COLOR: '1' },
      columns: 80,
    })
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(5)
    expect(lines.at(-1)).toMatch(/^\d+ more; --limit \d+ shows all$/)
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
  })

  test('that are not there are told apart: an empty store, and a search without match', async () => {
    const empty = await runCli(['traces'])
    expect(empty.code).toBe(0)
    expect(empty.stdout).toMatch(/There are no traces in \.toolspan yet\. Run `toolspan demo`/)
    expect((await cli('traces', '--tool', 'nothing')).stdout).toMatch(/None of the \d+ traces in .+ matches/)
  })
})

describe('trace', () => {
  const failedId = async () =>
    (await found('--tool', 'lookup-customer', '--outcome', 'error')).traces[0].traceId as string

  test('is drawn by the first digits of its id, with its logs and without secrets', async () => {
    const { code, stdout } = await cli('trace', (await failedId()).slice(0, 12))
    expect(code).toBe(0)
    expect(stdout).toContain('execute_tool lookup-customer')
    expect(stdout).toContain('postgres://REDACTED')
  })

  test('is given as spans and logs with --json', async () => {
    const id = await failedId()
    const record = JSON.parse((await cli('trace', id, '--json')).stdout)
    expect(record.traceId).toBe(id)
    expect(record.spans).toHaveLength(2)
    expect(record.logs.length).toBeGreaterThan(0)
  })

  test.each([
    ['unknown', 'f'.repeat(32), /No trace in the local store begins with f{32}/],
    ['malformed', 'xyz', /1 to 32 hexadecimal digits/],
  ])('that is %s ends with 2 and one sentence', async (_, id, sentence) => {
    const { code, stdout, stderr } = await cli('trace', id)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(sentence)
    expect(stderr).toMatch(/^toolspan: .+\n$/)
  })

  test('that several ids begin with ends with 2 and names some', async () => {
    const { traces } = await found('--limit', '100')
    const firsts = traces.map(({ traceId }: { traceId: string }) => traceId[0])
    const shared = firsts.find((digit: string, index: number) => firsts.indexOf(digit) !== index)
    const { code, stderr } = await cli('trace', shared)
    expect(code).toBe(2)
    expect(stderr).toMatch(/traces begin with .; give more digits/)
  })
})

test('A torn line of the store is left out, and said', async () => {
  const [file = ''] = readdirSync(join(store, 'traces'))
  appendFileSync(join(store, 'traces', file), '{"resourceSpans":[{"reso')
  const { code, stderr } = await cli('traces')
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'toolspan: 1 line of the store could not be read and was left out\n',
  })
})

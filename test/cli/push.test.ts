import { spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { closedPort, type FakeCollector, startFakeCollector } from '../exporters/support/fake-collector.js'
import { bin } from './support/run-bin.js'
import { runCli } from './support/run-cli.js'
import { temporaryDirectory } from './support/temporary-directory.js'

/** A line of the store, with spans of these ids. */
function line(...spanIds: string[]): string {
  const spans = spanIds.map(spanId => ({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId,
    name: 'execute_tool echo',
    startTimeUnixNano: '1700000000000000000',
    endTimeUnixNano: '1700000000001000000',
  }))
  return `${JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] })}\n`
}

const LOG = `${JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: 'hello' } }] }] }] })}\n`

function store(traces: Record<string, string>, logs: Record<string, string> = {}): string {
  const dir = temporaryDirectory()
  for (const [folder, files] of Object.entries({ traces, logs })) {
    mkdirSync(join(dir, folder), { recursive: true })
    for (const [name, content] of Object.entries(files)) writeFileSync(join(dir, folder, name), content)
  }
  return dir
}

async function collector(...given: Parameters<typeof startFakeCollector>): Promise<FakeCollector> {
  const started = await startFakeCollector(...given)
  onTestFinished(() => started.close())
  return started
}

function spanIds({ received }: FakeCollector): string[] {
  const bodies = received.filter(({ path }) => path === '/v1/traces').map(({ body }) => body.toString())
  return bodies.flatMap(body => [...body.matchAll(/"spanId":"(\w+)"/g)].map(([, id = '']) => id))
}

const push = (dir: string, endpoint: string, ...more: string[]) =>
  runCli(['push', '--endpoint', endpoint, '--dir', dir, ...more])

describe('toolspan push', () => {
  test('sends every line of the store, oldest file first, and says so', async () => {
    const receiver = await collector()
    const dir = store({ 'b.jsonl': line('03'), 'a.jsonl': line('01', '02') }, { 'a.jsonl': LOG })
    const { code, stdout, stderr } = await push(dir, receiver.url)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(`Sent 3 spans and 1 log record to ${receiver.url}.\n`)
    expect(spanIds(receiver)).toEqual(['01', '02', '03'])
    expect(receiver.messages('/v1/logs')).toHaveLength(1)
  })

  test('sends nothing twice, and later what has come since', async () => {
    const receiver = await collector()
    const dir = store({ 'a.jsonl': line('01') })
    await push(dir, receiver.url)
    expect((await push(dir, receiver.url)).stdout).toMatch(/^There is nothing new in .+ for http/)
    appendFileSync(join(dir, 'traces/a.jsonl'), line('02'))
    writeFileSync(join(dir, 'traces/b.jsonl'), line('03'))
    expect((await push(dir, receiver.url)).stdout).toMatch(/^Sent 2 spans to/)
    expect(spanIds(receiver)).toEqual(['01', '02', '03'])
  })

  test('remembers each address by itself, and sends all once more with --again', async () => {
    const [one, other] = [await collector(), await collector()]
    const dir = store({ 'a.jsonl': line('01') })
    await push(dir, one.url)
    await push(dir, other.url)
    await push(dir, one.url, '--again')
    expect([spanIds(one), spanIds(other)]).toEqual([['01', '01'], ['01']])
  })

  test('goes on where a receiver failed', async () => {
    let isDown = false
    const receiver = await collector((response, { body }) => {
      isDown ||= body.includes('"03"')
      response.writeHead(isDown ? 401 : 200).end('{}')
    })
    const dir = store({ 'a.jsonl': line('01') + line('02') + line('03') + line('04') })
    const failed = await push(dir, receiver.url)
    expect(failed.code).toBe(1)
    expect(failed.stderr).toMatch(/^toolspan: OTLP endpoint \S+ answered with status 401\n$/)
    expect(failed.stdout).toMatch(/^Sent 2 spans to \S+; \d+ B are left for the next push\.\n$/)
    const healthy = await collector()
    rename(dir, receiver.url, healthy.url)
    await push(dir, healthy.url)
    expect(spanIds(healthy)).toEqual(['03', '04'])
  })

  test('stops at Ctrl-C after the message on its way, and goes on from there', async () => {
    const ids = Array.from({ length: 200 }, (_, n) => String(n).padStart(4, '0'))
    const dir = store({ 'a.jsonl': ids.map(id => line(id)).join('') })
    let running: { kill(): void } | undefined
    const receiver = await collector((response, { body }) => {
      if (body.includes('"0050"')) running?.kill()
      setTimeout(() => response.end('{}'), 5)
    })
    const child = spawn(process.execPath, [bin, 'push', '--endpoint', receiver.url, '--dir', dir])
    running = { kill: () => child.kill('SIGINT') }
    const code = await new Promise(resolve => child.on('close', resolve))
    expect(code).toBe(130)
    expect(spanIds(receiver).length).toBeLessThan(200)
    await push(dir, receiver.url)
    expect(spanIds(receiver)).toEqual(ids)
  })

  test('goes on after a message that the receiver refuses, and does not send it again', async () => {
    const receiver = await collector((response, { body }) => {
      response.writeHead(body.includes('"02"') ? 400 : 200).end('{}')
    })
    const dir = store({ 'a.jsonl': line('01') + line('02') + line('03') })
    const { code, stdout, stderr } = await push(dir, receiver.url, '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ sent: { spans: 2 }, refused: { spans: 1 }, leftBytes: 0 })
    expect(stderr).toMatch(/status 400/)
    expect((await push(dir, receiver.url)).code).toBe(0)
    expect(spanIds(receiver)).toEqual(['01', '02', '03'])
  })

  test('counts what a receiver takes only in part', async () => {
    const receiver = await collector(response => response.end('{"partialSuccess":{"rejectedSpans":"1"}}'))
    const { code, stdout } = await push(store({ 'a.jsonl': line('01', '02', '03') }), receiver.url, '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ sent: { spans: 2 }, refused: { spans: 1 } })
  })

  test('leaves a line that is still being written, and steps over one that is torn', async () => {
    const receiver = await collector()
    const half = line('03').slice(0, 40)
    const dir = store({ 'a.jsonl': `${line('01')}{"resourceSp\n${line('02')}${half}` })
    const { code, stderr, stdout } = await push(dir, receiver.url)
    expect(code).toBe(0)
    expect(stderr).toBe('toolspan: 1 line of the store could not be read and was left out\n')
    expect(stdout).toMatch(/^Sent 2 spans/)
    appendFileSync(join(dir, 'traces/a.jsonl'), line('03').slice(40))
    await push(dir, receiver.url)
    expect(spanIds(receiver)).toEqual(['01', '02', '03'])
  })

  test('is content with a receiver that takes no logs', async () => {
    const receiver = await collector((response, { path }) => {
      response.writeHead(path === '/v1/logs' ? 404 : 200).end('{}')
    })
    const dir = store({ 'a.jsonl': line('01') }, { 'a.jsonl': LOG })
    const { code, stderr } = await push(dir, receiver.url)
    expect(code).toBe(0)
    expect(stderr).toMatch(/takes no logs, as Jaeger does not; .+ --only traces leaves them out/)
    expect((await push(dir, receiver.url, '--only', 'logs')).code).toBe(1)
  })

  test('sends headers and never prints them, nor credentials in the address', async () => {
    const receiver = await collector(response => response.writeHead(403).end())
    const address = receiver.url.replace('http://', 'http://user:hunter2hunter2@')
    const dir = store({ 'a.jsonl': line('01') })
    const runs = [
      await push(dir, address, '--header', 'api-key=s3cret-s3cret'),
      await push(dir, address, '--header', 'api-key=s3cret-s3cret', '--json'),
    ]
    expect(receiver.received[0]?.headers['api-key']).toBe('s3cret-s3cret')
    for (const { code, stdout, stderr } of runs) {
      expect(code).toBe(1)
      expect(stdout + stderr).not.toMatch(/s3cret|hunter2/)
    }
    expect(readdirSync(dir).sort()).toEqual(['logs', 'traces'])
  })

  test('says where nobody listens', async () => {
    const { code, stdout, stderr } = await push(
      store({ 'a.jsonl': line('01') }),
      `http://127.0.0.1:${await closedPort()}`,
    )
    expect(code).toBe(1)
    expect(stderr).toMatch(/^toolspan: OTLP endpoint \S+ refused the connection\n$/)
    expect(stdout).toMatch(/left for the next push/)
  })

  test('has nothing to do where there is no store', async () => {
    const receiver = await collector()
    const { code, stdout } = await push(join(temporaryDirectory(), 'none'), receiver.url)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^There is nothing new/)
  })

  test.each([
    ['no endpoint', ['push'], /--endpoint <url>/],
    ['an address that is none', ['push', '--endpoint', 'ftp://x'], /must be an http or https address/],
    ['a header that is none', ['push', '--endpoint', 'http://x', '--header', 'key'], /name=value/],
    [
      'a protocol that is none',
      ['push', '--endpoint', 'http://x', '--protocol', 'soap'],
      /Allowed choices are http\/json/,
    ],
  ])('refuses %s', async (_, args, sentence) => {
    const { code, stderr } = await runCli(args)
    expect(code).toBe(2)
    expect(stderr).toMatch(sentence)
  })
})

describe('the memory of toolspan push', () => {
  test('keeps two pushes at once apart', async () => {
    const receiver = await collector(response => void setTimeout(() => response.end('{}'), 300))
    const dir = store({ 'a.jsonl': line('01') })
    const first = push(dir, receiver.url)
    await expect.poll(() => readdirSync(dir)).toContain('push.lock')
    const second = await push(dir, receiver.url)
    expect(second.code).toBe(1)
    expect(second.stderr).toMatch(
      /another push of this store is running \(process \d+\); wait until it has ended/,
    )
    await first
    expect(spanIds(receiver)).toEqual(['01'])
    expect(readdirSync(dir)).not.toContain('push.lock')
  })

  test('takes the lock of a process that died with it', async () => {
    const receiver = await collector()
    const dir = store({ 'a.jsonl': line('01') })
    writeFileSync(join(dir, 'push.lock'), '4194304')
    expect((await push(dir, receiver.url)).code).toBe(0)
    expect(readdirSync(dir).sort()).toEqual(['logs', 'push.json', 'traces'])
  })

  test('stops everything when it cannot be read, and is left as it is', async () => {
    const receiver = await collector()
    const dir = store({ 'a.jsonl': line('01') })
    writeFileSync(join(dir, 'push.json'), '{"version":')
    const { code, stderr } = await push(dir, receiver.url)
    expect(code).toBe(1)
    expect(stderr).toMatch(/push\.json is not what an earlier push wrote; move it away/)
    expect(receiver.received).toEqual([])
    expect(readFileSync(join(dir, 'push.json'), 'utf8')).toBe('{"version":')
  })

  test('forgets files that retention took away', async () => {
    const receiver = await collector()
    const dir = store({ 'a.jsonl': line('01') })
    await push(dir, receiver.url)
    rmSync(join(dir, 'traces/a.jsonl'))
    writeFileSync(join(dir, 'traces/b.jsonl'), line('02'))
    await push(dir, receiver.url)
    expect(readFileSync(join(dir, 'push.json'), 'utf8')).not.toContain('a.jsonl')
  })
})

/** What was sent to one address counts for another: here the receiver only comes up again elsewhere. */
function rename(dir: string, from: string, to: string): void {
  const path = join(dir, 'push.json')
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(from, to))
}

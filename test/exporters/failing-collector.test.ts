import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type BundledProgram, bundleProgram } from './support/bundle-program.js'
import { closedPort, type Received, startFakeCollector } from './support/fake-collector.js'
import { startFakeGrpcCollector } from './support/fake-grpc-collector.js'
import { type CallsRun, type Ending, runCalls } from './support/run-calls.js'

const CALLS = 600

let program: BundledProgram

beforeAll(async () => {
  program = await bundleProgram('./calling-program.mjs')
})

afterAll(() => program.remove())

/** A collector in some state, and how many spans it said it took. */
interface State {
  endpoint: string
  taken(): number
}

type Start = () => Promise<State>

type Answers = (
  response: ServerResponse,
  message: { isTraces: boolean; close(): void },
) => boolean | undefined

/** A collector whose answers say `true` for a message they took. */
function answering(answer: Answers, path = ''): Start {
  return async () => {
    let taken = 0
    const collector = await startFakeCollector((response, received) => {
      const isTraces = received.path === `${path}/v1/traces`
      if (answer(response, { isTraces, close: () => void collector.close() }) && isTraces) {
        taken += spansIn(received)
      }
    })
    onTestFinished(() => collector.close())
    return { endpoint: collector.url, taken: () => taken }
  }
}

function spansIn({ body }: Received): number {
  return body.toString().split('"spanId"').length - 1
}

function status(code: number, headers: Record<string, string> = {}): Start {
  return answering(response => {
    response.writeHead(code, headers).end('{}')
    return code === 200
  })
}

/** Takes the first batch of spans and is gone right after. */
const dying = answering((response, { isTraces, close }) => {
  response.writeHead(200).end('{}', () => isTraces && setImmediate(close))
  return true
})

const slow = answering(response => {
  setTimeout(() => response.writeHead(200).end('{}'), 400)
  return true
})

const down: Start = async () => ({ endpoint: `http://127.0.0.1:${await closedPort()}`, taken: () => 0 })

const states: readonly [name: string, start: Start, reason: RegExp | undefined][] = [
  ['is well', status(200), undefined],
  ['is slow', slow, undefined],
  ['is down from the start', down, /refused the connection/],
  ['dies midway', dying, /refused the connection|broke off the connection/],
  ['hangs', answering(() => undefined), /did not answer in time/],
  ['answers 400', status(400), /answered with status 400/],
  ['answers 413', status(413), /answered with status 413/],
  ['answers 429 with Retry-After', status(429, { 'retry-after': '1' }), /answered with status 429/],
  ['answers 503', status(503), /answered with status 503/],
  [
    'is at another path',
    status(404),
    /answered with status 404: is this the address of an OTLP\/HTTP receiver\?/,
  ],
]

/** How many spans the reports call lost. */
function lostSpans({ losses }: CallsRun): number {
  const counts = losses.flat().map(problem => /(\d+) spans?(?: lost|\))/.exec(problem)?.[1] ?? '0')
  return counts.reduce((sum, count) => sum + Number(count), 0)
}

function expectUnaffectedCalls({ calls, unhandled }: CallsRun): void {
  expect(calls).toMatchObject({ made: CALLS, wrong: 0 })
  expect(calls.median).toBeLessThan(2)
  expect(calls.p95).toBeLessThan(20)
  expect(unhandled).toEqual([])
}

async function runIn(start: Start, ending: Ending, handleSignals = false) {
  const { endpoint, taken } = await start()
  const run = await runCalls(ending, { program: program.path, endpoint, calls: CALLS, handleSignals })
  return { ...run, taken: taken(), lost: lostSpans(run) }
}

test('A gRPC receiver that hangs holds a process no longer than one of HTTP', async () => {
  const collector = await startFakeGrpcCollector(() => {})
  onTestFinished(() => collector.close())
  const env = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }
  const run = await runCalls('natural', { program: program.path, endpoint: collector.url, calls: CALLS, env })
  expectUnaffectedCalls(run)
  expect(run).toMatchObject({ code: 7, stderr: '' })
  expect(run.endedAfterMs).toBeLessThan(2500)
  expect(lostSpans(run)).toBe(CALLS)
})

describe.each(states)('When the collector %s', (_, start, reason) => {
  test('calls are unaffected, the process ends in time as it would have, and every span is delivered or counted', {
    timeout: 60_000,
  }, async () => {
    const [natural, signal, exit, uncaught] = await Promise.all([
      runIn(start, 'natural'),
      runIn(start, 'signal', true),
      runIn(start, 'exit'),
      runIn(start, 'uncaught'),
    ])
    for (const run of [natural, signal, exit, uncaught]) {
      expectUnaffectedCalls(run)
      expect(run.endedAfterMs).toBeLessThan(2500)
      expect(run.losses.length).toBeLessThanOrEqual(1)
      expect(new Set(run.losses.flat()).size).toBe(run.losses.flat().length)
    }
    expect(natural).toMatchObject({ code: 7, signal: null, stderr: '' })
    expect(signal).toMatchObject({ code: null, signal: 'SIGTERM', stderr: '' })
    expect(exit).toMatchObject({ code: 7, signal: null, stderr: '' })
    expect(uncaught).toMatchObject({ code: 1, signal: null })
    expect(uncaught.stderr).toContain('nobody catches this')

    for (const run of [natural, signal]) {
      expect(run.taken + run.lost).toBe(CALLS)
      if (reason) expect(run.losses.flat().filter(problem => reason.test(problem))).not.toEqual([])
      else expect(run).toMatchObject({ losses: [], taken: CALLS })
    }
    // What was not sent when a process ends at once is not sent; it is counted all the same.
    for (const run of [exit, uncaught]) {
      expect(run.losses).toHaveLength(1)
      expect(run.lost).toBeGreaterThanOrEqual(CALLS - run.taken)
      expect(run.lost).toBeLessThanOrEqual(CALLS)
      expect(run.lost).toBeGreaterThanOrEqual(80)
    }
  })
})

test('A process that SIGTERM ends at once, with no handler asked for, is ended at once and installs none', async () => {
  const run = await runIn(status(200), 'signal')
  expect(run).toMatchObject({ code: null, signal: 'SIGTERM', stderr: '', losses: [] })
  expect(run.endedAfterMs).toBeLessThan(500)
  expect(run.taken).toBeLessThan(CALLS)
})

test.each([
  ['hangs', answering(() => undefined)],
  ['is down', down],
])(
  'Memory stays where it is once the queue is full, while a collector %s',
  { timeout: 60_000 },
  async (_, start) => {
    const { endpoint } = await start()
    const run = await runCalls('memory', { program: program.path, endpoint, calls: 18_000 })
    expect(run).toMatchObject({ code: 7, stderr: '', calls: { made: 35_920, wrong: 0 } })
    expect(run.calls.heapGrowth).toBeLessThan(8_000_000)
    expect(lostSpans(run)).toBe(35_920)
  },
)

import { appendFileSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SpanStatusCode } from '@opentelemetry/api'
import { expect, test } from 'vitest'
import { createLocalSpanExporter } from '../../src/exporters/local-files.js'
import { findTraces, readTrace, readTraces } from '../../src/exporters/read-local-files.js'
import type { StoredSpan } from '../../src/exporters/stored-span.js'
import { toStoredSpan } from '../../src/exporters/to-stored-span.js'
import { exportAll, finishedSpans } from './support/sdk-spans.js'
import { temporaryDirectory } from './support/temporary-directory.js'

const START = 1_700_000_000_000

/** Writes spans as a foreign producer would: spaces, upper-case ids, integers as strings. */
function writeTraces(dir: string, spans: object[], name = 'foreign.jsonl'): void {
  mkdirSync(join(dir, 'traces'), { recursive: true })
  const message = { resourceSpans: [{ scopeSpans: [{ scope: { name: 'foreign' }, spans }] }] }
  appendFileSync(join(dir, 'traces', name), `${JSON.stringify(message)}\n`)
}

interface Shape {
  traceId: string
  startMs?: number
  durationMs?: number
  tool?: string
  outcome?: string
  name?: string
  parentSpanId?: string
}

function otlpSpan({
  traceId,
  startMs = 0,
  durationMs = 10,
  tool,
  outcome,
  name = 'span',
  parentSpanId,
}: Shape) {
  const attributes = Object.entries({ 'gen_ai.tool.name': tool, 'toolspan.outcome': outcome })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({ key, value: { stringValue: value } }))
  return {
    traceId: traceId.padEnd(32, '0'),
    spanId: Math.random().toString(16).slice(2).padEnd(16, '0').slice(0, 16),
    parentSpanId,
    name,
    startTimeUnixNano: `${START + startMs}000000`,
    endTimeUnixNano: `${START + startMs + durationMs}000000`,
    attributes,
    status: outcome === 'error' ? { code: 2 } : {},
  }
}

async function all(dir: string): Promise<StoredSpan[]> {
  const spans: StoredSpan[] = []
  for await (const span of readTraces({ dir })) spans.push(span)
  return spans
}

test('Spans come back from the store as they went in', async () => {
  const dir = temporaryDirectory()
  const spans = finishedSpans(({ start }) => {
    const parent = start('parent', {
      attributes: { text: 'line\u2028separator', count: 3, ratio: 0.5, list: ['a', 'b'], yes: true },
    })
    const child = start('child', { parent })
    child.addEvent('half way', { percent: 50 })
    child.addLink({ context: parent.spanContext(), attributes: { why: 'test' } })
    child.setStatus({ code: SpanStatusCode.ERROR, message: 'boom' })
    child.end()
    parent.end()
  })
  await exportAll(createLocalSpanExporter({ dir }), spans)
  const [child, parent] = await all(dir)
  expect([child, parent]).toEqual(spans.map(toStoredSpan))
  expect(parent?.attributes).toEqual({
    text: 'line\u2028separator',
    count: 3,
    ratio: 0.5,
    list: ['a', 'b'],
    yes: true,
  })
  expect(child).toMatchObject({
    parentSpanId: parent?.spanId,
    kind: 'internal',
    status: { code: 'error', message: 'boom' },
    events: [{ name: 'half way', attributes: { percent: 50 } }],
    links: [{ spanId: parent?.spanId, attributes: { why: 'test' } }],
    serviceName: 'test-service',
    scopeName: 'test-scope',
  })
})

test('What other producers write is read: upper-case ids, integers as strings, nested values', async () => {
  const dir = temporaryDirectory()
  const attributes = [
    { key: 'small', value: { intValue: '7' } },
    { key: 'huge', value: { intValue: '9007199254740993' } },
    { key: 'map', value: { kvlistValue: { values: [{ key: 'inner', value: { boolValue: true } }] } } },
    { key: 'none', value: {} },
    { key: '__proto__', value: { stringValue: 'harmless' } },
  ]
  writeTraces(dir, [{ ...otlpSpan({ traceId: 'ABCDEF' }), attributes }])
  const [span] = await all(dir)
  expect(span?.traceId).toBe('abcdef'.padEnd(32, '0'))
  expect(Object.entries(span?.attributes ?? {})).toEqual([
    ['small', 7],
    ['huge', '9007199254740993'],
    ['map', { inner: true }],
    ['none', null],
    ['__proto__', 'harmless'],
  ])
})

test('A torn last line and a line that is no OTLP are counted, and the rest is read', async () => {
  const dir = temporaryDirectory()
  writeTraces(dir, [otlpSpan({ traceId: 'a' })])
  appendFileSync(join(dir, 'traces', 'foreign.jsonl'), '{"hello":"world"}\n{"resourceSpans":[{"scopeSp')
  writeTraces(dir, [otlpSpan({ traceId: 'b' })], 'later.jsonl')
  const { traces, skippedLines } = await findTraces({ dir })
  expect(traces).toHaveLength(2)
  expect(skippedLines).toBe(2)
})

test('A store that does not exist has no traces', async () => {
  expect(await findTraces({ dir: join(temporaryDirectory(), 'none') })).toEqual({
    traces: [],
    matched: 0,
    skippedLines: 0,
  })
})

test('Traces are found newest first, up to the limit', async () => {
  const dir = temporaryDirectory()
  for (const [index, traceId] of ['a', 'b', 'c'].entries()) {
    writeTraces(dir, [otlpSpan({ traceId, startMs: index * 100, name: `root ${traceId}` })])
  }
  const { traces, matched } = await findTraces({ dir, limit: 2 })
  expect(traces.map(({ rootName }) => rootName)).toEqual(['root c', 'root b'])
  expect(matched).toBe(3)
})

test('A trace is summed up over its spans, in whichever file they are', async () => {
  const dir = temporaryDirectory()
  const call = otlpSpan({
    traceId: 'a',
    startMs: 5,
    durationMs: 50,
    tool: 'search',
    outcome: 'error',
    name: 'execute_tool search',
    parentSpanId: '1'.repeat(16),
  })
  writeTraces(dir, [call], 'first.jsonl')
  writeTraces(dir, [otlpSpan({ traceId: 'a', durationMs: 100, name: 'agent' })], 'second.jsonl')
  const { traces } = await findTraces({ dir })
  expect(traces).toEqual([
    {
      traceId: 'a'.padEnd(32, '0'),
      rootName: 'agent',
      tool: 'search',
      outcome: 'error',
      calls: 1,
      outcomes: { error: 1 },
      startTime: new Date(START).toISOString(),
      startTimeUnixNano: `${START}000000`,
      durationMs: 100,
      spanCount: 2,
      error: true,
      serviceName: '',
    },
  ])
})

test('Traces are found by tool, outcome, duration and time', async () => {
  const dir = temporaryDirectory()
  writeTraces(dir, [otlpSpan({ traceId: 'a', tool: 'search', outcome: 'ok' })])
  writeTraces(dir, [
    otlpSpan({ traceId: 'b', tool: 'search', outcome: 'timeout', durationMs: 500, startMs: 1 }),
  ])
  writeTraces(dir, [otlpSpan({ traceId: 'c', tool: 'write', outcome: 'timeout', startMs: 1000 })])
  const found = async (filter: object) =>
    (await findTraces({ dir, ...filter })).traces.map(({ traceId }) => traceId[0])
  expect(await found({ tool: 'search' })).toEqual(['b', 'a'])
  expect(await found({ outcome: 'timeout' })).toEqual(['c', 'b'])
  expect(await found({ tool: 'search', outcome: 'timeout' })).toEqual(['b'])
  expect(await found({ minDurationMs: 100 })).toEqual(['b'])
  expect(await found({ since: new Date(START + 500) })).toEqual(['c'])
})

test('Files that were last written before the time asked for are not read', async () => {
  const dir = temporaryDirectory()
  writeTraces(dir, [otlpSpan({ traceId: 'a' })])
  writeFileSync(join(dir, 'traces', 'old.jsonl'), 'this line would be counted')
  utimesSync(join(dir, 'traces', 'old.jsonl'), new Date(START - 1000), new Date(START - 1000))
  expect(await findTraces({ dir, since: new Date(START) })).toMatchObject({ matched: 1, skippedLines: 0 })
  expect(readdirSync(join(dir, 'traces'))).toHaveLength(2)
})

test('A trace is read by the first digits of its id, with its logs', async () => {
  const dir = temporaryDirectory()
  const span = otlpSpan({ traceId: 'abc1' })
  writeTraces(dir, [
    otlpSpan({ traceId: 'abc2' }),
    { ...span, startTimeUnixNano: `${START + 1}000000` },
    otlpSpan({ traceId: 'abc1' }),
  ])
  const logRecords = [
    {
      timeUnixNano: `${START + 2}000000`,
      body: { stringValue: 'second' },
      traceId: span.traceId,
      spanId: span.spanId,
    },
    {
      timeUnixNano: '0',
      observedTimeUnixNano: `${START + 1}000000`,
      body: { stringValue: 'first' },
      traceId: span.traceId,
    },
    { timeUnixNano: `${START}000000`, body: { stringValue: 'not of the trace' } },
  ]
  mkdirSync(join(dir, 'logs'))
  writeFileSync(
    join(dir, 'logs', 'a.jsonl'),
    `${JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] })}\n`,
  )
  const { traceId, spans, logs } = await readTrace('ABC1', { dir })
  expect(traceId).toBe(span.traceId)
  expect(spans.map(({ startTimeUnixNano }) => startTimeUnixNano)).toEqual([
    `${START}000000`,
    `${START + 1}000000`,
  ])
  expect(logs.map(({ body }) => body)).toEqual(['first', 'second'])
})

test('An id that is unknown, ambiguous or no id is told apart', async () => {
  const dir = temporaryDirectory()
  writeTraces(dir, [otlpSpan({ traceId: 'abc1' }), otlpSpan({ traceId: 'abc2' })])
  await expect(readTrace('ff', { dir })).rejects.toMatchObject({
    code: 'unknown',
    message: 'No trace in the local store begins with ff',
  })
  await expect(readTrace('abc', { dir })).rejects.toMatchObject({
    code: 'ambiguous',
    candidates: ['abc1'.padEnd(32, '0'), 'abc2'.padEnd(32, '0')],
  })
  await expect(readTrace('../etc', { dir })).rejects.toMatchObject({ code: 'malformed' })
})

test('An attempt names the tool of its call but is no call, also when it began in the same instant', async () => {
  const dir = temporaryDirectory()
  const call = otlpSpan({ traceId: 'a', tool: 'search', outcome: 'cancelled', name: 'execute_tool search' })
  const attempt = otlpSpan({ traceId: 'a', tool: 'search', name: 'attempt 1', parentSpanId: call.spanId })
  writeTraces(dir, [{ ...attempt, status: { code: 2 } }, call, call])
  expect((await findTraces({ dir })).traces).toMatchObject([
    { tool: 'search', outcome: 'cancelled', calls: 1, outcomes: { cancelled: 1 } },
  ])
})

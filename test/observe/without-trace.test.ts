import { createRuntime, createTool, type SpanHandle } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'
import { createMemoryLogger } from '../../src/testing/memory-logger.js'
import { createMemoryTelemetry } from '../../src/testing/memory-telemetry.js'

const handles: SpanHandle[] = []
const tool = createTool({
  id: 'weather',
  description: 'Weather',
  execute: async (_input, { observe }) => {
    observe.log('warn', 'asked')
    return observe.span('fetch', span => {
      handles.push(span)
      span.setAttribute('a', 1)
      span.setAttributes({ b: 2 })
      span.addEvent('c')
      return 21
    })
  },
})

describe('without an OpenTelemetry SDK', () => {
  // https://github.com/mastra-ai/mastra/issues/7187
  test('observe.span runs the function, and observe.log does nothing', async () => {
    const logger = createMemoryLogger()
    const result = await createRuntime({ tools: [tool], logger }).call('weather', {})
    expect(result).toMatchObject({ outcome: 'ok', output: 21 })
    expect(result).not.toHaveProperty('traceId')
    expect(result).not.toHaveProperty('spanId')
    expect(logger.lines.filter(line => line.message === 'asked')).toEqual([])
    expect(handles.at(-1)?.traceId).toBeUndefined()
  })

  test('what the runtime itself logs has no ids', async () => {
    const logger = createMemoryLogger()
    const failing = createTool({
      id: 'fail',
      description: 'Fail',
      execute: () => Promise.reject(new Error('no')),
    })
    await createRuntime({ tools: [failing], logger }).call('fail', {})
    expect(logger.lines.map(line => line.message)).toEqual(['fail ended error'])
    expect(logger.lines[0]?.fields).not.toHaveProperty('trace_id')
  })

  test('what a span function throws is the same value', async () => {
    const thrown = Symbol('no')
    const failing = createTool({
      id: 'fail',
      description: 'Fail',
      execute: (_input, { observe }) => observe.span('a', () => Promise.reject(thrown)),
    })
    await expect(
      createRuntime({ tools: [failing], logs: { logger: false } })
        .tool('fail')
        .execute({}),
    ).rejects.toBe(thrown)
  })
})

describe('with a trace that is not sampled', () => {
  test('logs flow with its ids, and no span is recorded', async () => {
    const t = createTestRuntime({ tools: [tool], sampled: false, capture: 'redacted' })
    const result = await t.call('weather', { city: 'Lyon' })
    expect(result).toMatchObject({
      outcome: 'ok',
      output: 21,
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(t.spans()).toEqual([])
    const log = t.logs().find(record => record.body === 'asked')
    expect(log).toMatchObject({ traceId: result.traceId, spanId: result.spanId })
    expect(handles.at(-1)?.traceId).toBe(result.traceId)
  })

  test('metrics and transcript are kept all the same', async () => {
    const t = createTestRuntime({ tools: [tool], sampled: false })
    await t.call('weather', {})
    expect((await t.metric('toolspan.tool.calls')).map(point => point.value)).toEqual([1])
    expect(t.transcript().map(record => record.type)).toEqual(['tool.input', 'tool.output'])
  })

  test('nothing is serialised for it', async () => {
    let reads = 0
    const watched = new Proxy(
      { a: 1 },
      {
        ownKeys(target) {
          reads += 1
          return Reflect.ownKeys(target)
        },
      },
    )
    const silent = createTool({ id: 'silent', description: 'Silent', execute: async () => watched })
    const options = { tools: [silent], capture: 'redacted' } as const
    const { tracerProvider } = createMemoryTelemetry({ sampled: false })
    const result = await createRuntime({ ...options, tracerProvider }).call('silent', {})
    expect(result.outcome === 'ok' && result.output).toBe(watched)
    expect(reads).toBe(0)
    await createRuntime({ ...options, tracerProvider: createMemoryTelemetry().tracerProvider }).call(
      'silent',
      {},
    )
    expect(reads).toBeGreaterThan(0)
  })
})

describe('the sinks of a log', () => {
  test.each([
    ['logger', (t: ReturnType<typeof open>) => t.lines().length],
    ['opentelemetry', (t: ReturnType<typeof open>) => t.logs().length],
    ['spanEvents', (t: ReturnType<typeof open>) => t.span('execute_tool weather').events.length],
  ] as const)('can each be turned off: %s', async (sink, count) => {
    const on = open({})
    await on.call('weather', {})
    expect(count(on)).toBeGreaterThan(0)
    const off = open({ [sink]: false })
    await off.call('weather', {})
    expect(count(off)).toBe(0)
  })

  function open(logs: object) {
    return createTestRuntime({ tools: [tool], logs })
  }

  test('a span event has the level and the data, so that Jaeger shows them', async () => {
    const talking = createTool({
      id: 'talk',
      description: 'Talk',
      execute: async (_input, { observe }) => {
        for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const) {
          observe.log(level, `at ${level}`, { n: 1, nested: { a: [1, 'b'] }, list: ['x', 'y'] })
        }
      },
    })
    const t = createTestRuntime({ tools: [talking] })
    await t.call('talk', {})
    const events = t.span('execute_tool talk').events
    expect(events[0]).toEqual({
      name: 'at trace',
      attributes: { n: 1, nested: '{"a":[1,"b"]}', list: ['x', 'y'], 'log.severity': 'trace' },
    })
    expect(events.map(event => event.attributes['log.severity'])).toEqual([
      'trace',
      'debug',
      'info',
      'warn',
      'error',
      'fatal',
    ])
    const texts = t
      .logs()
      .filter(log => String(log.body).startsWith('at '))
      .map(log => log.severityText)
    expect(texts).toEqual(['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'])
    expect(
      t
        .lines()
        .filter(line => line.message.startsWith('at '))
        .map(line => line.level),
    ).toHaveLength(6)
  })
})

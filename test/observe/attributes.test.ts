import { createTool } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'

const weather = createTool({
  id: 'weather',
  description: 'Weather',
  version: '2.1.0',
  execute: async () => 21,
})
const failing = createTool({
  id: 'fail',
  description: 'Fail',
  execute: () => Promise.reject(new Error('no')),
})

function open() {
  return createTestRuntime({ tools: [weather, failing] })
}

describe('the attributes of a call span', () => {
  test('are those of the conventions, and the outcome', async () => {
    const t = open()
    await t.call('weather', {}, { toolCallId: 'call_1' })
    const span = t.span('execute_tool weather')
    expect(span.kind).toBe(0)
    expect(span.attributes).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'weather',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.description': 'Weather',
      'gen_ai.tool.call.id': 'call_1',
      'toolspan.outcome': 'ok',
    })
  })

  // https://github.com/vercel/ai/issues/8529
  test('take what the caller adds, through the redactor', async () => {
    const t = open()
    const attributes = {
      'app.user': 'ann',
      'app.tags': ['a', 'b'],
      'app.nested': { a: 1 },
      'app.password': 'hunter2',
    }
    await t.call('weather', {}, { attributes })
    expect(t.span('execute_tool weather').attributes).toMatchObject({
      'app.user': 'ann',
      'app.tags': ['a', 'b'],
      'app.nested': '{"a":1}',
      'app.password': expect.stringContaining('REDACTED'),
    })
  })

  test('keep their own names against those of the caller', async () => {
    const t = open()
    const attributes = {
      'gen_ai.tool.name': 'forged',
      'toolspan.outcome': 'forged',
      'gen_ai.tool.call.id': 'forged',
    }
    await t.call('weather', {}, { toolCallId: 'call_1', attributes })
    expect(t.span('execute_tool weather').attributes).toMatchObject({
      'gen_ai.tool.name': 'weather',
      'toolspan.outcome': 'ok',
      'gen_ai.tool.call.id': 'call_1',
    })
  })

  test('keep their places however many the caller adds', async () => {
    const t = open()
    const attributes = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`app.${i}`, i]))
    await t.call('fail', {}, { attributes })
    expect(t.span('execute_tool fail').attributes).toMatchObject({
      'gen_ai.tool.name': 'fail',
      'toolspan.outcome': 'error',
      'error.type': 'Error',
      'app.0': 0,
    })
  })

  test('hold no value that OpenTelemetry would drop', async () => {
    const t = open()
    const attributes = {
      date: new Date(0),
      big: 10n,
      none: null,
      mixed: [1, 'a'],
      fn: () => 1,
      nan: Number.NaN,
      missing: undefined,
    }
    await t.call('weather', {}, { attributes })
    const given = t.span('execute_tool weather').attributes
    for (const name of ['date', 'big', 'none', 'mixed', 'fn', 'nan'])
      expect(given[name]).toEqual(expect.anything())
    expect(given['mixed']).toBe('[1,"a"]')
  })
})

describe('the text of an error', () => {
  test('is bounded on the span and in the log', async () => {
    const long = new Error('x'.repeat(100_000))
    const tool = createTool({ id: 'long', description: 'Long', execute: () => Promise.reject(long) })
    const t = createTestRuntime({ tools: [tool] })
    await t.call('long', {})
    const span = t.span('execute_tool long')
    expect(String(span.statusMessage).length).toBeLessThan(1_200)
    expect(JSON.stringify(span).length).toBeLessThan(20_000)
    expect(JSON.stringify(t.lines()).length).toBeLessThan(20_000)
  })

  test('is always a text, whatever the message is', async () => {
    for (const message of [undefined, null, 7, {}, new Error('inner')]) {
      const odd = Object.assign(new Error(), { message })
      const tool = createTool({ id: 'odd', description: 'Odd', execute: () => Promise.reject(odd) })
      const t = createTestRuntime({ tools: [tool] })
      await t.call('odd', {})
      expect(t.span('execute_tool odd').statusMessage).toEqual(expect.any(String))
    }
  })
})

describe('the duration of a call', () => {
  test('is the same on the result and the metric, and that of its span', async () => {
    const slow = createTool({
      id: 'slow',
      description: 'Slow',
      execute: () => new Promise(resolve => setTimeout(resolve, 30)),
    })
    const t = createTestRuntime({ tools: [slow], transcript: undefined })
    const result = await t.call('slow', {})
    const [point] = await t.metric('gen_ai.execute_tool.duration')
    expect(point?.sum).toBeCloseTo(result.durationMs / 1_000, 9)
    expect(Math.abs(t.span('execute_tool slow').durationMs - result.durationMs)).toBeLessThan(5)
    expect(point?.boundaries).toEqual([
      0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
    ])
  })
})

describe('the attributes of metrics', () => {
  test('name at most 200 tools and 50 error types', async () => {
    const tools = Array.from({ length: 210 }, (_, i) =>
      createTool({
        id: `tool-${i}`,
        description: '',
        execute: () => Promise.reject(Object.assign(new Error(), { name: `Error${i}` })),
      }),
    )
    const t = createTestRuntime({ tools })
    for (const { id } of tools) await t.call(id, {})
    const names = (await t.metric('toolspan.tool.calls')).map(point => point.attributes['gen_ai.tool.name'])
    expect(new Set(names).size).toBe(201)
    expect(names).toContain('_OTHER')
    const types = (await t.metric('gen_ai.execute_tool.duration')).map(
      point => point.attributes['error.type'],
    )
    expect(new Set(types).size).toBe(51)
  })

  test('hold no id and nothing of the caller', async () => {
    const t = open()
    await t
      .scope({ tenant: 'acme', actor: 'ann', sessionId: 's1' })
      .call('weather', { q: 'rain' }, { attributes: { 'app.user': 'ann' } })
    const [duration] = await t.metric('gen_ai.execute_tool.duration')
    expect(Object.keys(duration?.attributes ?? {}).sort()).toEqual([
      'gen_ai.tool.name',
      'gen_ai.tool.type',
      'toolspan.outcome',
    ])
  })
})

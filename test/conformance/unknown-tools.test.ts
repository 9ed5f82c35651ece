import { createRuntime, createTool } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'

const weather = createTool({ id: 'weather', description: 'Weather', execute: async () => 21 })

function open() {
  return createTestRuntime({ tools: [weather], metrics: 'all' })
}

describe('a name that no tool has', () => {
  test('ends not_found on answer, span, metrics, log and transcript', async () => {
    const t = open()
    const result = await t.call('whether', {})
    expect(result.outcome).toBe('not_found')
    expect(result.error).toMatchObject({ type: 'tool_not_found', message: 'No tool is named "whether"' })
    const span = t.span('execute_tool _OTHER')
    expect(span.status).toBe('error')
    expect(span.attributes).toMatchObject({
      'gen_ai.tool.name': '_OTHER',
      'error.type': 'tool_not_found',
      'toolspan.outcome': 'not_found',
    })
    const attributes = { 'gen_ai.tool.name': '_OTHER', 'toolspan.outcome': 'not_found' }
    expect((await t.metric('toolspan.tool.calls')).map(point => point.attributes)).toEqual([attributes])
    const [duration] = await t.metric('gen_ai.execute_tool.duration')
    expect(duration?.attributes).toEqual({
      ...attributes,
      'gen_ai.tool.type': 'function',
      'error.type': 'tool_not_found',
    })
    expect(t.logs().map(log => log.attributes['toolspan.outcome'])).toEqual(['not_found'])
    expect(t.transcript().map(record => record.outcome)).toEqual(['not_found'])
    expect(t.startedSpans()).toBe(1)
  })

  test('stays out of metrics however many are tried', async () => {
    const t = open()
    for (let i = 0; i < 20; i += 1) await t.call(`made-up-${i}`, {})
    const points = await t.metric('toolspan.tool.calls')
    expect(points.map(point => [point.attributes['gen_ai.tool.name'], point.value])).toEqual([['_OTHER', 20]])
  })

  test('keeps a secret in it to itself', async () => {
    const t = open()
    const result = await t.call(t.canary(), { city: 'Lyon' })
    expect(result.outcome).toBe('not_found')
    expect(result.error?.message).toContain('REDACTED')
    await t.assertNoLeak()
  })

  test('is told apart from the names of objects', async () => {
    const t = open()
    for (const name of ['constructor', '__proto__', 'toString', '']) {
      expect((await t.call(name, {})).outcome).toBe('not_found')
    }
  })

  test('throws where a tool is asked for by name, and lists the names there are', () => {
    const runtime = createRuntime({ tools: [weather] })
    expect(() => runtime.tool('whether' as 'weather')).toThrow(
      'no tool is named "whether"; this runtime has weather',
    )
  })
})

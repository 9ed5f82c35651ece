import { createTool, type Redactor } from 'toolspan'
import { createTestRuntime, type TestDataPoint } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`

const echo = createTool({
  id: 'echo',
  description: 'Echo',
  inputSchema: z.looseObject({}),
  execute: async (input, { observe }) => {
    observe.log('warn', `asked with ${token}`)
    return input
  },
})
const fails = createTool({
  id: 'fails',
  description: 'Fails',
  execute: () => Promise.reject(new Error(`401 for ${token}`)),
})

function open(options: object = {}) {
  return createTestRuntime({ tools: [echo, fails], capture: 'redacted', metrics: 'all', ...options })
}

/** Counts as `rule at sink`, so that a test reads as a table. */
function counts(points: readonly TestDataPoint[]): Record<string, number | undefined> {
  const named = points.map(({ attributes, value }) => [
    `${attributes['toolspan.redaction.rule']} at ${attributes['toolspan.redaction.sink']}`,
    value,
  ])
  return Object.fromEntries(named)
}

describe('toolspan.redactions', () => {
  test('counts each thing that was taken out by its rule and by the sink it was kept from', async () => {
    const t = open()
    await t.call('echo', { password: 'hunter2', note: `uses ${token}` })
    expect(counts(await t.metric('toolspan.redactions'))).toEqual({
      // Input and output, each in the span, in an event and in a record.
      'key:password at span': 2,
      'key:password at display': 2,
      'key:password at transcript': 2,
      'github-token at span': 2,
      'github-token at display': 2,
      'github-token at transcript': 2,
      // The record and its event on the span are redacted once.
      'github-token at log': 1,
    })
  })

  test('counts the text of a failure as one', async () => {
    const t = open({ capture: 'none', transcript: undefined })
    await t.call('fails', {})
    expect(counts(await t.metric('toolspan.redactions'))).toMatchObject({ 'github-token at error': 1 })
  })

  test('has rules of a low cardinality, whatever the names of an input are', async () => {
    const t = open()
    for (let n = 0; n < 30; n += 1) await t.call('echo', { [`x${n}password`]: `value ${n}` })
    const rules = (await t.metric('toolspan.redactions')).map(
      ({ attributes }) => attributes['toolspan.redaction.rule'],
    )
    expect(new Set(rules)).toEqual(new Set(['key:password', 'github-token']))
  })

  test('has attributes for rule and sink alone, and no value in them', async () => {
    const t = open()
    const canary = t.canary()
    await t.call('echo', { [canary]: canary, deep: [{ apiKey: canary }] })
    const points = await t.metric('toolspan.redactions')
    expect(points.length).toBeGreaterThan(0)
    for (const { attributes } of points) {
      expect(Object.keys(attributes).sort()).toEqual(['toolspan.redaction.rule', 'toolspan.redaction.sink'])
    }
    await t.assertNoLeak()
  })

  test('names no rule of another redactor that is no name of a rule', async () => {
    const redactor: Redactor = {
      redact(_value, context) {
        context?.onRedaction?.(`took ${token} out`)
        return null
      },
      redactText(text, context) {
        context?.onRedaction?.('mine')
        return text.replaceAll(token, '')
      },
      explain: () => [],
      registerSecret() {},
    }
    const t = open({ redactor })
    await t.call('echo', {})
    const rules = new Set(
      (await t.metric('toolspan.redactions')).map(({ attributes }) => attributes['toolspan.redaction.rule']),
    )
    expect(rules).toEqual(new Set(['_OTHER', 'mine']))
  })
})

describe('toolspan.payload.size', () => {
  const sizes = async (t: ReturnType<typeof open>) =>
    (await t.metric('toolspan.payload.size')).map(({ attributes, count, sum }) => ({
      ...attributes,
      count,
      sum,
    }))

  test('measures captured input and output of each tool, in bytes of their JSON', async () => {
    const t = open()
    await t.call('echo', { city: 'Oslø' })
    const bytes = Buffer.byteLength('{"city":"Oslø"}')
    expect(await sizes(t)).toEqual([
      { 'gen_ai.tool.name': 'echo', 'toolspan.payload.direction': 'input', count: 1, sum: bytes },
      { 'gen_ai.tool.name': 'echo', 'toolspan.payload.direction': 'output', count: 1, sum: bytes },
    ])
  })

  test('has few buckets, and puts a payload that was read in part past the last', async () => {
    const t = open()
    await t.call('echo', { text: 'word '.repeat(100_000) })
    const [input] = await t.metric('toolspan.payload.size')
    expect(input?.boundaries).toEqual([64, 256, 1_024, 4_096])
    expect(input?.sum).toBeGreaterThan(4_096)
    expect(input?.sum).toBeLessThan(10_000)
  })

  test('measures what came of a tool that ran elsewhere', async () => {
    const camera = createTool({ id: 'camera', description: 'Camera' })
    const t = createTestRuntime({ tools: [camera], capture: 'redacted', metrics: 'all' })
    const result = await t.call('camera', {})
    if (result.outcome === 'dispatched') result.settle('1234')
    const points = await t.metric('toolspan.payload.size')
    expect(points.map(({ attributes, sum }) => [attributes['toolspan.payload.direction'], sum])).toEqual([
      ['input', 2],
      ['output', 6],
    ])
  })

  test('measures nothing where nothing is serialised', async () => {
    const unsampled = open({ sampled: false })
    const uncaptured = open({ capture: 'none' })
    for (const t of [unsampled, uncaptured]) {
      await t.call('echo', { city: 'Oslo' })
      expect(await t.metric('toolspan.payload.size')).toEqual([])
    }
  })
})

test.each(['toolspan.redactions', 'toolspan.payload.size'])(
  "%s is recorded with metrics 'all' alone",
  async name => {
    const t = open({ metrics: 'core' })
    await t.call('echo', { password: 'hunter2' })
    await t.call('fails', {})
    expect(await t.metric(name)).toEqual([])
  },
)

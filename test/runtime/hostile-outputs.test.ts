import { createTool } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'

const cycle: Record<string, unknown> = { name: 'loop' }
cycle['self'] = cycle
const shared = { city: 'Lyon' }
const deep: unknown[] = []
let innermost = deep
for (let i = 0; i < 20_000; i += 1) {
  const next: unknown[] = []
  innermost.push(next)
  innermost = next
}
const revocable = Proxy.revocable({}, {})
revocable.revoke()
const refuseAll = () => {
  throw new Error('do not touch me')
}

/** Outputs that break naive telemetry. */
const outputs: [name: string, make: () => unknown][] = [
  ['a cycle', () => cycle],
  ['a BigInt', () => ({ big: 10n })],
  ['a bare BigInt', () => 10n],
  ['a Symbol', () => Symbol('s')],
  ['a Symbol inside', () => ({ s: Symbol('s'), [Symbol('k')]: 1 })],
  ['a function', () => () => 1],
  ['a getter that throws', () => Object.defineProperty({}, 'a', { enumerable: true, get: refuseAll })],
  ['a toJSON that throws', () => ({ toJSON: refuseAll })],
  [
    'a toJSON that answers itself',
    () => ({
      toJSON() {
        return this
      },
    }),
  ],
  ['an invalid Date', () => new Date(Number.NaN)],
  ['a Map and a Set', () => ({ map: new Map([[cycle, 1]]), set: new Set([cycle]) })],
  ['bytes', () => new Uint8Array(1_000)],
  ['20,000 levels', () => deep],
  ['a lone surrogate', () => ({ text: '\ud800' })],
  ['an object without a prototype', () => Object.assign(Object.create(null), { a: 1 })],
  ['a then that is no function', () => Object.fromEntries([['then', 5]])],
  [
    'a class with a toStringTag that throws',
    () => Object.defineProperty({}, Symbol.toStringTag, { get: refuseAll }),
  ],
  [
    'a Proxy that refuses everything but a look at then',
    () =>
      new Proxy(
        {},
        {
          get: (_t, key) => (key === 'then' ? undefined : refuseAll()),
          ownKeys: refuseAll,
          getPrototypeOf: refuseAll,
        },
      ),
  ],
]

// https://github.com/mastra-ai/mastra/issues/14462, https://github.com/DataDog/dd-trace-js/issues/5829
describe.each(outputs)('an output that is or holds %s', (_name, make) => {
  test.each(['sync', 'async'])(
    'comes back untouched from a tool that is %s, observed and redacted',
    async kind => {
      const output = make()
      const execute = kind === 'sync' ? () => output : async () => output
      const tool = createTool({ id: 'odd', description: 'Odd', execute, onOutput: () => {} })
      const t = createTestRuntime({ tools: [tool], capture: 'redacted', metrics: 'all' })
      const result = await t.call('odd', {})
      expect(result.outcome).toBe('ok')
      expect(result.outcome === 'ok' && Object.is(result.output, output)).toBe(true)
      const span = t.span('execute_tool odd')
      expect(span.attributes['gen_ai.tool.call.result']).toEqual(expect.any(String))
      expect(t.startedSpans()).toBe(t.spans().length)
      expect(t.transcript()).toHaveLength(2)
      expect(() => JSON.stringify(t.events())).not.toThrow()
    },
  )

  test('is taken as an input, too', async () => {
    const input = make()
    const tool = createTool({
      id: 'odd',
      description: 'Odd',
      execute: async given => ({ same: Object.is(given, input) }),
    })
    const t = createTestRuntime({ tools: [tool], capture: 'redacted' })
    expect(await t.call('odd', input)).toMatchObject({ outcome: 'ok', output: { same: true } })
    expect(t.span('execute_tool odd').attributes['gen_ai.tool.call.arguments']).toEqual(expect.any(String))
  })
})

describe('an output that refers to one thing twice', () => {
  // https://github.com/mastra-ai/mastra/issues/14262
  test('shows it twice, and only a true cycle as one', async () => {
    const tool = createTool({
      id: 'odd',
      description: 'Odd',
      execute: async () => ({ a: shared, b: shared, cycle }),
    })
    const t = createTestRuntime({ tools: [tool], capture: 'redacted' })
    await t.call('odd', {})
    const result = JSON.parse(String(t.span('execute_tool odd').attributes['gen_ai.tool.call.result']))
    expect(result).toMatchObject({
      a: shared,
      b: shared,
      cycle: { name: 'loop', self: expect.stringMatching(/circular/i) },
    })
  })
})

describe('a large payload', () => {
  const large: [name: string, value: unknown][] = [
    ['a 10 MB text', 'rain '.repeat(2_000_000)],
    ['4 MB of base64', { data: Buffer.alloc(3_000_000, 'toolspan').toString('base64') }],
    ['100,000 rows', Array.from({ length: 100_000 }, (_, id) => ({ id, name: `row ${id}` }))],
    ['one wide object', Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`field${i}`, i]))],
  ]

  // https://github.com/langfuse/langfuse/issues/12587
  test.each(large)(
    'of %s stays within the limit of an attribute, with the flag that says so',
    async (_name, value) => {
      const tool = createTool({ id: 'big', description: 'Big', execute: async input => input })
      const t = createTestRuntime({ tools: [tool], capture: 'redacted', transcript: undefined })
      const result = await t.call('big', value)
      expect(result.outcome === 'ok' && result.output).toBe(value)
      const { attributes } = t.span('execute_tool big')
      for (const name of ['gen_ai.tool.call.arguments', 'gen_ai.tool.call.result']) {
        expect(Buffer.byteLength(String(attributes[name]))).toBeLessThanOrEqual(2_000)
        expect(attributes[name]).toMatch(/truncated\]/i)
      }
      expect(attributes).toMatchObject({
        'toolspan.arguments.truncated': true,
        'toolspan.result.truncated': true,
      })
    },
  )

  test('that fits has its size and no flag', async () => {
    const tool = createTool({ id: 'big', description: 'Big', execute: async () => ({ city: 'Zürich' }) })
    const t = createTestRuntime({ tools: [tool], capture: 'redacted' })
    await t.call('big', {})
    const { attributes } = t.span('execute_tool big')
    expect(attributes['toolspan.result.size']).toBe(Buffer.byteLength('{"city":"Zürich"}'))
    expect(attributes).not.toHaveProperty('toolspan.result.truncated')
  })

  test('is cut at a whole character', async () => {
    const tool = createTool({ id: 'big', description: 'Big', execute: async () => 'ü'.repeat(5_000) })
    const t = createTestRuntime({ tools: [tool], capture: 'redacted' })
    await t.call('big', {})
    expect(t.span('execute_tool big').attributes['gen_ai.tool.call.result']).toMatch(/^"ü+…\[truncated\]$/)
  })

  test('has its secrets taken out before it is cut', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    const tool = createTool({ id: 'big', description: 'Big', execute: async input => input })
    for (const at of [1_940, 1_960, 1_980, 1_990, 7_960, 7_990]) {
      const t = createTestRuntime({ tools: [tool], capture: 'redacted' })
      await t.call('big', `${'x'.repeat(at)} ${secret} and more ${'y '.repeat(9_000)}`)
      expect(JSON.stringify(t.spans())).not.toContain('ghp_a1B2')
    }
  })
})

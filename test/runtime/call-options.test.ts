import { setTimeout } from 'node:timers/promises'
import { createTool, memoryStore } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, it, test, vi } from 'vitest'

const count = vi.fn(() => 1)
const tool = createTool({ id: 'count', description: 'Counts', execute: count })

const wrong: [name: string, options: unknown, hint: string][] = [
  ['a controller instead of its signal', { abortSignal: new AbortController() }, 'abortSignal must be'],
  ['a timeout of 0', { timeoutMs: 0 }, 'timeoutMs must be'],
  ['a negative timeout', { timeoutMs: -5 }, 'timeoutMs must be'],
  ['a timeout that is no number', { timeoutMs: Number.NaN }, 'timeoutMs must be'],
  ['a parent that is no context', { parent: {} }, 'parent must be'],
  [
    'options that cannot be read',
    {
      get timeoutMs() {
        throw new Error('no')
      },
    },
    'cannot be read',
  ],
]

describe('a call with wrong options', () => {
  test.each(wrong)('(%s) ends error, says why, and runs nothing', async (_name, options, hint) => {
    count.mockClear()
    const t = createTestRuntime({ tools: [tool] })
    const result = await t.call('count', {}, options as never)
    expect(result).toMatchObject({ outcome: 'error', error: { type: 'TypeError' } })
    expect(result.error?.message).toContain(hint)
    expect(count).not.toHaveBeenCalled()
    expect(t.span('execute_tool count').status).toBe('error')
    expect(await t.metric('toolspan.tool.active')).toMatchObject([{ value: 0 }])
  })

  test.each([undefined, null, 5, {}, Symbol('tool')])('answers not_found for %s as a tool', async ref => {
    const t = createTestRuntime({ tools: [tool] })
    expect((await t.call(ref as never, {})).outcome).toBe('not_found')
  })

  it('takes null for none', async () => {
    const t = createTestRuntime({ tools: [tool] })
    expect((await t.call('count', {}, null as never)).outcome).toBe('ok')
  })

  it('survives an agent that cannot be read', async () => {
    const agent = new Proxy(
      {},
      {
        get: () => {
          throw new Error('trap')
        },
      },
    )
    const t = createTestRuntime({ tools: [tool] })
    expect((await t.call('count', {}, { agent: agent as never })).outcome).toBe('ok')
  })
})

describe('one signal for many calls', () => {
  it('carries one listener of ours, and none when they have ended', async () => {
    const controller = new AbortController()
    const add = vi.spyOn(controller.signal, 'addEventListener')
    const remove = vi.spyOn(controller.signal, 'removeEventListener')
    const slow = createTool({
      id: 'slow',
      description: 'Waits',
      execute: () => setTimeout(5),
    })
    const t = createTestRuntime({ tools: [slow] })
    await Promise.all(
      Array.from({ length: 20 }, () => t.call('slow', {}, { abortSignal: controller.signal })),
    )
    expect([add.mock.calls.length, remove.mock.calls.length]).toEqual([1, 1])
  })
})

describe('a deadline', () => {
  it('is answered at once although hook, transcript and watchers never answer', async () => {
    const never = () => new Promise<void>(() => {})
    const hung = createTool({
      id: 'hung',
      description: 'Hangs',
      timeoutMs: 100,
      execute: never,
      onError: never,
      transform: { display: { error: never } },
    })
    const t = createTestRuntime({ tools: [hung] })
    let outcome = 'still waiting'
    void t.call('hung', {}).then(result => {
      outcome = result.outcome
    })
    await t.clock.advance(101)
    await setTimeout(20)
    expect(outcome).toBe('timed_out')
  })
})

describe('what stands around a call', () => {
  it('gives a ticket store that never answers no more than a hook', async () => {
    const pay = createTool({ id: 'pay', description: 'Pays', requireApproval: true, execute: () => 1 })
    const tickets = { ...memoryStore(), create: () => new Promise<void>(() => {}) }
    const t = createTestRuntime({ tools: [pay], tickets, hookTimeoutMs: 50 })
    const running = t.call('pay', {})
    await t.clock.advance(60)
    expect((await running).outcome).toBe('error')
  })

  it('leaves the time that a transcript takes out of the duration', async () => {
    const transcript = { append: () => setTimeout(40) }
    const t = createTestRuntime({ tools: [tool], transcript })
    expect((await t.call('count', {})).durationMs).toBeLessThan(30)
  })

  it('reads a request context of another framework', async () => {
    const seen: unknown[] = []
    const read = createTool({
      id: 'read',
      description: 'Reads',
      execute: (_input, { requestContext }) => void seen.push(requestContext.get('user')),
    })
    const values = new Map([['user', 'ada']])
    const foreign = {
      get: (key: string) => values.get(key),
      set: (key: string, value: string) => values.set(key, value),
      has: (key: string) => values.has(key),
      entries: () => values.entries(),
    }
    const t = createTestRuntime({ tools: [read] })
    await t.call('read', {}, { requestContext: foreign as never })
    expect(seen).toEqual(['ada'])
  })

  it('keeps the tenant of a scope when a scope inside it names none', async () => {
    const pay = createTool({ id: 'pay', description: 'Pays', requireApproval: true, execute: () => 1 })
    const t = createTestRuntime({ tools: [pay] })
    await t.scope({ tenant: 'b' }).call('pay', {})
    expect(await t.scope({ tenant: 'a' }).scope({ tenant: undefined }).pending()).toEqual([])
  })

  it('takes a JSON Schema that validates asynchronously', async () => {
    const check = createTool({
      id: 'check',
      description: 'Checks',
      inputSchema: { $async: true, type: 'object', required: ['a'], properties: { a: { type: 'number' } } },
      execute: () => 1,
    })
    const t = createTestRuntime({ tools: [check] })
    const outcomes = [await t.call('check', { a: 1 }), await t.call('check', { a: 'no' })]
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['ok', 'input_invalid'])
  })

  it('takes an output that only looks like a generator for what it is', async () => {
    const odd = createTool({
      id: 'odd',
      description: 'Odd',
      execute: () => ({ [Symbol.toStringTag]: 'AsyncGenerator' }),
    })
    const t = createTestRuntime({ tools: [odd] })
    expect((await t.call('odd', {})).outcome).toBe('ok')
  })
})

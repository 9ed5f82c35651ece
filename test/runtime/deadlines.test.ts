import { setImmediate as turn } from 'node:timers/promises'
import { observe as ambient, createTool } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'

const never = () => new Promise<never>(() => {})

function slow(more: object = {}) {
  return createTool({ id: 'slow', description: 'Slow', execute: never, ...more })
}

describe('a deadline', () => {
  test('ends the call at its moment, not before and not after', async () => {
    const t = createTestRuntime({ tools: [slow({ timeoutMs: 10_000 })] })
    let ended = false
    const running = t.call('slow', {}).finally(() => {
      ended = true
    })
    await t.clock.advance(9_000)
    expect(ended).toBe(false)
    await t.clock.advance(1_001)
    const result = await running
    expect(result).toMatchObject({
      outcome: 'timed_out',
      error: { type: 'timeout', message: 'The deadline of 10000 ms passed' },
    })
    expect(result.durationMs).toBeGreaterThan(9_900)
    expect(result.durationMs).toBeLessThan(11_000)
  })

  test.each([
    ["the call's own", { timeoutMs: 100 }, { timeoutMs: 60_000 }, 60_000],
    ["the tool's", {}, { timeoutMs: 100 }, 60_000],
    ["the runtime's", {}, {}, 100],
  ])('is first %s', async (_whose, options, fields, timeoutMs) => {
    const t = createTestRuntime({ tools: [slow(fields)], timeoutMs })
    const running = t.call('slow', {}, options)
    await t.clock.advance(101)
    expect((await running).error?.message).toBe('The deadline of 100 ms passed')
  })

  test('covers everything from the start of the call: a schema that never answers, too', async () => {
    const standard = { version: 1, vendor: 'test', validate: never } as const
    const t = createTestRuntime({ tools: [slow({ timeoutMs: 100, inputSchema: { '~standard': standard } })] })
    const running = t.call('slow', {} as never)
    await t.clock.advance(101)
    expect((await running).outcome).toBe('timed_out')
    const [duration] = await t.metric('gen_ai.execute_tool.duration')
    expect(duration?.attributes['error.type']).toBe('timeout')
  })

  test('aborts the signal of the tool, with a reason that says why', async () => {
    let reason: unknown
    const execute = (_input: unknown, { abortSignal }: { abortSignal: AbortSignal }) =>
      new Promise<never>(() => abortSignal.addEventListener('abort', () => (reason = abortSignal.reason)))
    const t = createTestRuntime({ tools: [slow({ timeoutMs: 100, execute })] })
    const running = t.call('slow', {})
    await t.clock.advance(101)
    await running
    expect(reason).toBeInstanceOf(DOMException)
    expect((reason as DOMException).name).toBe('TimeoutError')
  })

  test('of Infinity is none', async () => {
    const t = createTestRuntime({
      tools: [slow({ timeoutMs: Number.POSITIVE_INFINITY, execute: async () => 1 })],
    })
    expect((await t.call('slow', {})).outcome).toBe('ok')
  })

  test('that is met leaves no timer behind', async () => {
    const t = createTestRuntime({ tools: [slow({ timeoutMs: 100, execute: async () => 1 })] })
    expect((await t.call('slow', {})).outcome).toBe('ok')
    await t.clock.advance(1_000)
    expect(t.spans()).toHaveLength(1)
    expect((await t.metric('toolspan.tool.calls')).map(point => point.value)).toEqual([1])
  })
})

describe('an abort', () => {
  test('before the call runs nothing and ends cancelled', async () => {
    let runs = 0
    const t = createTestRuntime({ tools: [slow({ execute: async () => (runs += 1) })] })
    const reason = new Error('gone')
    const result = await t.call('slow', {}, { abortSignal: AbortSignal.abort(reason) })
    expect(result.outcome).toBe('cancelled')
    expect(result.error?.cause).toBe(reason)
    expect(runs).toBe(0)
    expect(await t.metric('gen_ai.execute_tool.duration')).toEqual([])
  })

  test('ends the call as soon as the tool winds down', async () => {
    const controller = new AbortController()
    const execute = (_input: unknown, { abortSignal }: { abortSignal: AbortSignal }) =>
      new Promise((_, reject) => abortSignal.addEventListener('abort', () => reject(abortSignal.reason)))
    const t = createTestRuntime({ tools: [slow({ execute })] })
    const running = t.call('slow', {}, { abortSignal: controller.signal })
    await turn()
    controller.abort('enough')
    const result = await running
    expect(result).toMatchObject({ outcome: 'cancelled' })
    expect(result.error?.cause).toBe('enough')
  })

  test('ends the call within the grace period, whatever the tool does', async () => {
    const controller = new AbortController()
    const t = createTestRuntime({ tools: [slow()], graceMs: 5_000 })
    let ended = false
    const running = t.call('slow', {}, { abortSignal: controller.signal }).finally(() => {
      ended = true
    })
    await turn()
    controller.abort()
    await t.clock.advance(4_900)
    expect(ended).toBe(false)
    await t.clock.advance(101)
    expect((await running).outcome).toBe('cancelled')
  })

  test('wins over what the tool answers while it winds down', async () => {
    const controller = new AbortController()
    const execute = (_input: unknown, { abortSignal }: { abortSignal: AbortSignal }) =>
      new Promise(resolve => abortSignal.addEventListener('abort', () => resolve('done')))
    const t = createTestRuntime({ tools: [slow({ execute })] })
    const running = t.call('slow', {}, { abortSignal: controller.signal })
    await turn()
    controller.abort()
    expect((await running).outcome).toBe('cancelled')
    expect(t.events().map(event => event.type)).toEqual(['tool-call', 'tool-error'])
  })

  test('after the call changes nothing', async () => {
    const controller = new AbortController()
    const t = createTestRuntime({ tools: [slow({ execute: async () => 1 })] })
    const result = await t.call('slow', {}, { abortSignal: controller.signal })
    controller.abort()
    await turn()
    expect(result.outcome).toBe('ok')
    expect(t.spans().map(span => span.attributes['toolspan.outcome'])).toEqual(['ok'])
  })

  test('is heard inside the call: what a listener logs has the span of the tool', async () => {
    const controller = new AbortController()
    const execute = (_input: unknown, { abortSignal }: { abortSignal: AbortSignal }) =>
      new Promise((_, reject) =>
        abortSignal.addEventListener('abort', () => {
          ambient.log('info', 'winding down')
          reject(abortSignal.reason)
        }),
      )
    const t = createTestRuntime({ tools: [slow({ execute })] })
    const running = t.call('slow', {}, { abortSignal: controller.signal })
    await turn()
    controller.abort()
    await running
    const log = t.logs().find(record => record.body === 'winding down')
    expect(log?.spanId).toBe(t.span('execute_tool slow').spanId)
  })

  test('leaves no listener on a signal that outlives its calls', async () => {
    const controller = new AbortController()
    const counts = { added: 0, removed: 0 }
    const { signal } = controller
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...given: Parameters<typeof add>) => {
      counts.added += 1
      add(...given)
    }
    signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      counts.removed += 1
      remove(...given)
    }
    const t = createTestRuntime({ tools: [slow({ execute: async () => 1 })] })
    for (let i = 0; i < 5; i += 1) await t.call('slow', {}, { abortSignal: signal })
    expect(counts).toEqual({ added: 5, removed: 5 })
  })
})

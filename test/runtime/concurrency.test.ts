import { setImmediate as turn } from 'node:timers/promises'
import { observe as ambient, createTool } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'

/** A tool whose runs end one by one, when they are told to. */
function gate(id: string, more: object = {}) {
  const doors: (() => void)[] = []
  const now = { running: 0, most: 0 }
  const tool = createTool({
    id,
    description: 'Gate',
    ...more,
    execute: async () => {
      now.running += 1
      now.most = Math.max(now.most, now.running)
      await ambient.span(`inside ${id}`, () => new Promise<void>(resolve => doors.push(resolve)))
      now.running -= 1
      return id
    },
  })
  async function openAll(): Promise<void> {
    for (let door = doors.shift(); door; door = doors.shift()) {
      door()
      await turn()
    }
  }
  return { tool, now, doors, openAll }
}

describe('a limit on executions', () => {
  test.each([
    ['of the tool', { maxConcurrency: 2 }, {}],
    ['of the runtime', {}, { concurrency: 2 }],
    ['of both', { maxConcurrency: 2 }, { concurrency: 5 }],
  ])('%s holds back what exceeds it, and everything runs in the end', async (_whose, fields, options) => {
    const { tool, now, openAll } = gate('gate', fields)
    const t = createTestRuntime({ tools: [tool], ...options })
    const running = Array.from({ length: 7 }, () => t.call('gate', {}))
    await turn()
    expect(now.running).toBe(2)
    await openAll()
    const outcomes = (await Promise.all(running)).map(result => result.outcome)
    expect(outcomes).toEqual(Array(7).fill('ok'))
    expect(now.most).toBe(2)
  })

  test('of the runtime counts over all its tools', async () => {
    const one = gate('one')
    const two = gate('two')
    const t = createTestRuntime({ tools: [one.tool, two.tool], concurrency: 1 })
    const running = [t.call('one', {}), t.call('two', {})]
    await turn()
    expect(one.now.running + two.now.running).toBe(1)
    await one.openAll()
    await two.openAll()
    await Promise.all(running)
  })

  test('keeps each queued execution under the span of its own caller', async () => {
    const { tool, openAll } = gate('gate', { maxConcurrency: 1 })
    const t = createTestRuntime({ tools: [tool] })
    const running = Array.from({ length: 4 }, () => t.call('gate', {}))
    await turn()
    await openAll()
    const results = await Promise.all(running)
    const inside = t.spans().filter(span => span.name === 'inside gate')
    const parents = inside.map(span => [span.traceId, span.parentSpanId])
    expect(parents).toEqual(results.map(({ traceId, spanId }) => [traceId, spanId]))
  })

  test('lets an abort take a call out of the queue before it ever ran', async () => {
    const { tool, now, openAll } = gate('gate', { maxConcurrency: 1 })
    const t = createTestRuntime({ tools: [tool], metrics: 'all' })
    const first = t.call('gate', {})
    const controller = new AbortController()
    const second = t.call('gate', {}, { abortSignal: controller.signal })
    await turn()
    controller.abort(new Error('tired of waiting'))
    await t.clock.advance(1_000)
    expect((await second).outcome).toBe('cancelled')
    expect(now.running).toBe(1)
    await openAll()
    expect((await first).outcome).toBe('ok')
    expect(now.most).toBe(1)
    expect(await t.metric('toolspan.tool.late')).toEqual([])
  })

  test('lets a deadline pass in the queue', async () => {
    const { tool, openAll } = gate('gate', { maxConcurrency: 1 })
    const t = createTestRuntime({ tools: [tool] })
    const first = t.call('gate', {})
    const second = t.call('gate', {}, { timeoutMs: 100 })
    await t.clock.advance(150)
    expect((await second).outcome).toBe('timed_out')
    await openAll()
    expect((await first).outcome).toBe('ok')
  })

  test('gives the place of a failed execution to the next', async () => {
    const tool = createTool({
      id: 'failing',
      description: 'Failing',
      maxConcurrency: 1,
      execute: () => Promise.reject(new Error('no')),
    })
    const t = createTestRuntime({ tools: [tool] })
    const results = await Promise.all(Array.from({ length: 5 }, () => t.call('failing', {})))
    expect(results.map(result => result.outcome)).toEqual(Array(5).fill('error'))
  })
})

import { createTool } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, it, vi } from 'vitest'
import { aReport, byHand, input, open, taskIdOf } from './a-report.js'

/** A tool that counts how many of its attempts run at once. */
function counting(id: string, most: { now: number; most: number }, more: object = {}) {
  return createTool({
    id,
    description: 'Counts',
    background: { enabled: true },
    async execute() {
      most.now += 1
      most.most = Math.max(most.most, most.now)
      await new Promise(resolve => setImmediate(resolve))
      most.now -= 1
      return id
    },
    ...more,
  })
}

describe('background tasks', () => {
  it('run no more at once than the runtime allows, over all tools, and all of them in the end', async () => {
    const most = { now: 0, most: 0 }
    const t = createTestRuntime({
      tools: [counting('a', most), counting('b', most)],
      background: { concurrency: 3 },
    })
    await Promise.all(Array.from({ length: 40 }, (_, n) => t.call(n % 2 ? 'a' : 'b', undefined)))
    expect((await t.runtime.flush()).tasks).toBe(0)
    expect(most.most).toBe(3)
    expect((await t.tasks.list()).map(({ state }) => state)).toEqual(Array(40).fill('completed'))
  })

  it('run no more at once than their tool allows, and keep no other tool from its turn', async () => {
    const [slow, fast] = [
      { now: 0, most: 0 },
      { now: 0, most: 0 },
    ]
    const tools = [counting('slow', slow, { maxConcurrency: 1 }), counting('fast', fast)]
    const t = createTestRuntime({ tools, background: { concurrency: 4 } })
    await Promise.all(Array.from({ length: 20 }, (_, n) => t.call(n < 10 ? 'slow' : 'fast', undefined)))
    await t.runtime.flush()
    expect([slow.most, fast.most]).toEqual([1, 3])
  })

  it('begin in the order they came', async () => {
    const order: string[] = []
    const t = open(
      aReport(({ city }) => void order.push(city)),
      { background: { concurrency: 1 } },
    )
    for (const city of ['a', 'b', 'c', 'd']) await t.call('report', { city })
    await t.runtime.flush()
    expect(order).toEqual(['a', 'b', 'c', 'd'])
  })

  it('that are too many are refused with a clear type, and nothing is stored of them', async () => {
    const t = open(
      aReport(() => new Promise(() => {})),
      { background: { concurrency: 1, queueLimit: 2 } },
    )
    const first = taskIdOf(await t.call('report', input))
    await vi.waitFor(async () => expect(await t.tasks.get(first)).toMatchObject({ state: 'running' }))
    const results = await Promise.all([1, 2, 3, 4].map(() => t.call('report', input)))
    expect(results.map(({ outcome }) => outcome)).toEqual(['dispatched', 'dispatched', 'error', 'error'])
    expect(results[3]?.error).toMatchObject({
      type: 'QueueFullError',
      message: '2 background tasks wait already: call again later, or raise background.queueLimit',
    })
    expect(await t.tasks.list()).toHaveLength(3)
  })

  it('that are too many run in the foreground where the policy says so', async () => {
    const done = byHand<string>()
    const t = open(
      aReport(({ city }) => (city === 'Lyon' ? done.promise : city)),
      {
        background: { concurrency: 1, queueLimit: 1, whenFull: 'foreground' },
      },
    )
    const first = taskIdOf(await t.call('report', input))
    await vi.waitFor(async () => expect(await t.tasks.get(first)).toMatchObject({ state: 'running' }))
    await t.call('report', { city: 'Nice' })
    expect(await t.call('report', { city: 'Nancy' })).toMatchObject({ outcome: 'ok', output: 'Nancy' })
    done.resolve('done')
    await t.runtime.flush()
    expect((await t.tasks.list()).map(({ state }) => state)).toEqual(['completed', 'completed'])
  })
})

describe('tasks that have ended', () => {
  it('are kept for an hour, and no longer', async () => {
    const t = open(aReport(() => 1))
    const old = taskIdOf(await t.call('report', input))
    await t.tasks.wait(old)
    await t.clock.advance(3_599_000)
    expect(await t.tasks.get(old)).toMatchObject({ state: 'completed' })
    await t.clock.advance(2_000)
    const young = taskIdOf(await t.call('report', input))
    await t.tasks.wait(young)
    expect((await t.tasks.list()).map(({ taskId }) => taskId)).toEqual([young])
  })

  it('are kept up to the number that was said, the youngest', async () => {
    const t = open(
      aReport(({ city }) => city),
      { background: { keepEnded: 3, concurrency: 1 } },
    )
    for (const city of ['a', 'b', 'c', 'd', 'e']) await t.call('report', { city })
    await t.runtime.flush()
    expect((await t.tasks.list()).map(({ shown }) => shown)).toEqual(['c', 'd', 'e'].map(city => ({ city })))
  })
})

describe('a definition or an option of background tasks that cannot be', () => {
  it.each([
    [{ maxRetries: 1.5 }, 'background.maxRetries must be a whole number of at least 0'],
    [{ backoffMultiplier: 0.5 }, 'background.backoffMultiplier must be a number of at least 1'],
    [{ timeoutMs: 0 }, 'background.timeoutMs must be a number of milliseconds above 0'],
    [{ onComplete: 'log' as never }, 'background.onComplete must be a function'],
  ])('%j is refused', (background, message) => {
    expect(() => aReport(() => 1, background)).toThrow(message)
  })

  it.each([
    [{ concurrency: 0 }, 'background.concurrency must be a whole number of at least 1'],
    [{ whenFull: 'wait' as never }, 'background.whenFull must be "reject" or "foreground"'],
    [{ leaseMs: 0 }, 'background.leaseMs must be a number of milliseconds above 0'],
  ])('%j is refused by the runtime', (background, message) => {
    expect(() =>
      open(
        aReport(() => 1),
        { background },
      ),
    ).toThrow(message)
  })
})

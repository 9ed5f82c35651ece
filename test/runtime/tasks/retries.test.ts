import { describe, expect, it, vi } from 'vitest'
import { aReport, byHand, input, open, taskIdOf } from './a-report.js'

class Busy extends Error {}
const fail = () => Promise.reject(new Busy('busy'))

describe('a task whose attempt fails', () => {
  it('is tried again after a pause that grows and is never shorter than it was said to be', async () => {
    const begunAt: number[] = []
    const t = open(
      aReport(
        () => {
          begunAt.push(t.clock.now())
          return fail()
        },
        { maxRetries: 3, retryDelayMs: 1_000, backoffMultiplier: 3 },
      ),
    )
    const taskId = taskIdOf(await t.call('report', input))
    const waiting = t.tasks.wait(taskId)
    for (let ms = 0; ms < 14_000; ms += 250) await t.clock.advance(250)
    expect(await waiting).toMatchObject({
      state: 'failed',
      attempt: 4,
      error: { type: 'Busy', message: 'busy' },
    })
    const pauses = begunAt.slice(1).map((at, n) => at - (begunAt[n] ?? 0))
    expect(pauses).toHaveLength(3)
    for (const [n, least] of [1_000, 3_000, 9_000].entries()) {
      expect(pauses[n]).toBeGreaterThanOrEqual(least)
      expect(pauses[n]).toBeLessThan(least + 1_000)
    }
  })

  it('says meanwhile that it waits, for what, and until when', async () => {
    const t = open(aReport(fail, { maxRetries: 1, retryDelayMs: 60_000 }))
    const taskId = taskIdOf(await t.call('report', input))
    await vi.waitFor(async () =>
      expect(await t.tasks.get(taskId)).toMatchObject({ state: 'pending', attempt: 1 }),
    )
    const task = await t.tasks.get(taskId)
    expect(task?.error).toEqual({ type: 'Busy', message: 'busy' })
    expect(task?.dueAt).toBeGreaterThanOrEqual(t.clock.date() + 59_000)
  })

  it('is completed by the attempt that succeeds, and tells of no error then', async () => {
    const t = open(
      aReport((_, { attempt }) => (attempt < 3 ? fail() : 'done'), { maxRetries: 5, retryDelayMs: 0 }),
    )
    const task = await t.tasks.wait(taskIdOf(await t.call('report', input)))
    expect(task).toMatchObject({ state: 'completed', result: 'done', attempt: 3 })
    expect(task).not.toHaveProperty('error')
  })

  it('is not tried again without maxRetries', async () => {
    const runs = vi.fn(fail)
    const t = open(aReport(runs))
    expect(await t.tasks.wait(taskIdOf(await t.call('report', input)))).toMatchObject({ state: 'failed' })
    await t.clock.advance(60_000)
    expect(runs).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['says no', () => false],
    ['throws', () => fail()],
  ])('is not tried again when retryable %s', async (_, retryable) => {
    const runs = vi.fn(fail)
    const t = open(aReport(runs, { maxRetries: 5, retryDelayMs: 0, retryable: retryable as never }))
    expect(await t.tasks.wait(taskIdOf(await t.call('report', input)))).toMatchObject({ state: 'failed' })
    expect(runs).toHaveBeenCalledTimes(1)
  })

  it('asks retryable with the very error that was thrown', async () => {
    const asked: unknown[] = []
    const error = new Busy('busy')
    const retryable = (thrown: unknown) => asked.push(thrown) < 2
    const t = open(aReport(() => Promise.reject(error), { maxRetries: 9, retryDelayMs: 0, retryable }))
    await t.tasks.wait(taskIdOf(await t.call('report', input)))
    expect(asked).toEqual([error, error])
    expect(asked[0]).toBe(error)
  })
})

describe('a task whose attempt outlives its deadline', () => {
  it('has timed out, however long the tool goes on, and what that comes to is late', async () => {
    const done = byHand<string>()
    const onFailed = vi.fn()
    const t = open(aReport(() => done.promise, { timeoutMs: 100, maxRetries: 3, retryDelayMs: 0, onFailed }))
    const taskId = taskIdOf(await t.call('report', input))
    await vi.waitFor(async () => expect(await t.tasks.get(taskId)).toMatchObject({ state: 'running' }))
    await t.clock.advance(200)
    const task = await t.tasks.wait(taskId)
    expect(task).toMatchObject({ state: 'timed_out', attempt: 1, error: { type: 'timeout' } })
    done.resolve('late')
    await t.clock.advance(1_000)
    expect(await t.tasks.get(taskId)).toEqual(task)
    expect(onFailed).toHaveBeenCalledTimes(1)
    expect((await t.metric('toolspan.tool.late')).map(({ value }) => value)).toEqual([1])
  })

  it('is tried again where the tool is idempotent', async () => {
    const mcp = { annotations: { idempotentHint: true } }
    const t = open(
      aReport(
        (_, { attempt }) => (attempt === 1 ? new Promise(() => {}) : 'done'),
        { timeoutMs: 100, maxRetries: 1, retryDelayMs: 0 },
        { mcp },
      ),
    )
    const taskId = taskIdOf(await t.call('report', input))
    await vi.waitFor(async () => expect(await t.tasks.get(taskId)).toMatchObject({ state: 'running' }))
    await t.clock.advance(200)
    expect(await t.tasks.wait(taskId)).toMatchObject({ state: 'completed', attempt: 2, result: 'done' })
  })
})

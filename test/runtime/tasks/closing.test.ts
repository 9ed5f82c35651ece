import { createTool, memoryStore } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, it, vi } from 'vitest'
import { aReport, byHand, input, open, taskIdOf } from './a-report.js'

const nothingLeft = { done: true, calls: 0, tasks: 0, records: 0, telemetry: false }

describe('flushing a runtime', () => {
  it('waits for tasks, those between two attempts included, and for calls', async () => {
    const t = open(
      aReport((_, { attempt }) => (attempt === 1 ? Promise.reject(new Error('again')) : 'done'), {
        maxRetries: 1,
        retryDelayMs: 5_000,
      }),
    )
    await t.call('report', input)
    const flushing = t.runtime.flush()
    await t.clock.advance(6_000)
    expect(await flushing).toEqual(nothingLeft)
    expect(await t.tasks.list()).toMatchObject([{ state: 'completed' }])
  })

  it('asks the transcript to keep what it has taken, and tells when it cannot', async () => {
    const flush = vi.fn<() => Promise<void>>(async () => {})
    const t = createTestRuntime({ tools: [], transcript: { append() {}, flush } })
    expect(await t.runtime.flush()).toEqual(nothingLeft)
    flush.mockRejectedValueOnce(new Error('disk full'))
    expect(await t.runtime.close()).toEqual({ ...nothingLeft, done: false, records: 1 })
    expect(flush).toHaveBeenCalledTimes(2)
  })

  it('is over in time, and says what still runs', async () => {
    const slow = createTool({ id: 'slow', description: 'Slow', execute: () => new Promise(() => {}) })
    const t = createTestRuntime({ tools: [slow, aReport(() => new Promise(() => {}))] })
    void t.call('slow', undefined)
    await t.call('report', input)
    const flushing = t.runtime.flush({ timeoutMs: 500 })
    for (let ms = 0; ms < 600; ms += 100) await t.clock.advance(100)
    expect(await flushing).toEqual({ ...nothingLeft, done: false, calls: 2, tasks: 1 })
  })

  it('says which records are not written, and that telemetry could not be sent', async () => {
    const tool = createTool({ id: 'quick', description: 'Quick', execute: () => 1 })
    const tracerProvider = {
      getTracer: () => ({}),
      forceFlush: () => Promise.reject(new Error('down')),
    } as never
    const transcript = { append: () => new Promise<void>(() => {}) }
    const t = createTestRuntime({ tools: [tool], transcript, tracerProvider })
    void t.call('quick', undefined)
    await t.clock.advance(1)
    const flushing = t.runtime.flush({ timeoutMs: 500 })
    await t.clock.advance(600)
    expect(await flushing).toEqual({ done: false, calls: 1, tasks: 0, records: 1, telemetry: true })
  })

  it('has nothing to wait for in a runtime that did nothing', async () => {
    const t = open(aReport(() => 1))
    expect(await t.runtime.flush()).toEqual(nothingLeft)
    expect(await t.runtime.close()).toEqual(nothingLeft)
  })
})

describe('closing a runtime', () => {
  it('lets attempts finish, begins none, and hands the rest to whoever shares the store', async () => {
    const store = memoryStore()
    const done = byHand()
    const first = open(
      aReport(() => done.promise),
      { tickets: store, background: { concurrency: 1 } },
    )
    const ids = [taskIdOf(await first.call('report', input)), taskIdOf(await first.call('report', input))]
    await vi.waitFor(async () =>
      expect(await first.tasks.get(ids[0] ?? '')).toMatchObject({ state: 'running' }),
    )
    const closing = first.runtime.close({ timeoutMs: 5_000 })
    done.resolve('done')
    expect(await closing).toMatchObject({ done: false, tasks: 1 })
    expect(await first.tasks.get(ids[0] ?? '')).toMatchObject({ state: 'completed', result: 'done' })
    expect(await first.tasks.get(ids[1] ?? '')).toMatchObject({ state: 'pending', attempt: 0 })
    const other = open(
      aReport(() => 'from another'),
      { tickets: store, clock: first.clock },
    )
    expect(await other.tasks.wait(ids[1] ?? '')).toMatchObject({ state: 'completed', result: 'from another' })
  })

  it('hands back an attempt that heeds its signal, without counting it as a failure', async () => {
    const store = memoryStore()
    const first = open(
      aReport(
        (_, { abortSignal }) =>
          new Promise((_, reject) => abortSignal.addEventListener('abort', () => reject(abortSignal.reason))),
      ),
      { tickets: store },
    )
    const taskId = taskIdOf(await first.call('report', input))
    await vi.waitFor(async () => expect(await first.tasks.get(taskId)).toMatchObject({ state: 'running' }))
    const closing = first.runtime.close({ timeoutMs: 2_000 })
    for (let ms = 0; ms < 2_000; ms += 100) await first.clock.advance(100)
    expect(await closing).toMatchObject({ done: false, tasks: 1 })
    const other = open(
      aReport((_, { attempt }) => `attempt ${attempt}`),
      { tickets: store, clock: first.clock },
    )
    expect(await other.tasks.wait(taskId)).toMatchObject({ state: 'completed', result: 'attempt 2' })
  })

  it('hands back an attempt that heeds nothing, whose result is late from then on', async () => {
    const store = memoryStore()
    const done = byHand()
    const first = open(
      aReport(() => done.promise),
      { tickets: store },
    )
    const taskId = taskIdOf(await first.call('report', input))
    await vi.waitFor(async () => expect(await first.tasks.get(taskId)).toMatchObject({ state: 'running' }))
    const closing = first.runtime.close({ timeoutMs: 10 })
    for (let ms = 0; ms < 1_500; ms += 5) await first.clock.advance(5)
    expect(await closing).toMatchObject({ done: false })
    const other = open(
      aReport(() => 'the one result'),
      { tickets: store, clock: first.clock },
    )
    expect(await other.tasks.wait(taskId)).toMatchObject({ result: 'the one result' })
    done.resolve('too late')
    await first.clock.advance(100)
    expect(await other.tasks.get(taskId)).toMatchObject({ state: 'completed', result: 'the one result' })
  })

  it('refuses further tasks with a clear type, and runs other calls as before', async () => {
    const quick = createTool({ id: 'quick', description: 'Quick', execute: () => 1 })
    const t = createTestRuntime({ tools: [quick, aReport(() => 1)] })
    await t.runtime.close()
    expect(await t.call('report', input)).toMatchObject({
      outcome: 'error',
      error: {
        type: 'RuntimeClosedError',
        message: 'the runtime was closed and takes no more background tasks',
      },
    })
    expect(await t.call('quick', undefined)).toMatchObject({ outcome: 'ok' })
  })

  it('can be asked for twice', async () => {
    const t = open(aReport(() => 1))
    await t.call('report', input)
    await Promise.all([t.runtime.close(), t.runtime.close()])
    expect(await t.runtime.close()).toEqual(nothingLeft)
  })
})

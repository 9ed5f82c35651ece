import { setImmediate } from 'node:timers/promises'
import { type CallStore, memoryStore, type StoredCall } from 'toolspan'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { aReport, byHand, input, open, taskIdOf } from './a-report.js'

type Opened = ReturnType<typeof open>

/** Another process at work, which shares the store and the time of one. */
async function beside(t: Opened, store: CallStore, tool: Parameters<typeof open>[0], background = {}) {
  const other = open(tool, { tickets: store, clock: t.clock, background })
  await other.runtime.flush({ timeoutMs: 1 })
  return { ...other, clock: t.clock }
}

/** A store whose process is gone: nothing of what it still does has an effect. */
function mortal(store: CallStore) {
  let alive = true
  const never = new Promise<never>(() => {})
  const whileAlive =
    <A extends unknown[], R>(fn: (...args: A) => Promise<R>) =>
    (...args: A) =>
      alive ? fn(...args) : never
  const mortalStore: CallStore = {
    create: whileAlive(store.create),
    read: whileAlive(store.read),
    replace: whileAlive(store.replace),
    remove: whileAlive(store.remove),
    list: whileAlive(store.list),
  }
  function kill(): void {
    alive = false
  }
  return { store: mortalStore, kill }
}

const states = (records: readonly StoredCall[]) => records.map(({ state }) => state)

describe('a task whose process is gone', () => {
  it('is run again by another that shares the store, once the lease is over and not before', async () => {
    const store = memoryStore()
    const gone = mortal(store)
    const hangs = open(
      aReport(() => new Promise(() => {})),
      { tickets: gone.store },
    )
    const taskId = taskIdOf(await hangs.call('report', input))
    await vi.waitFor(async () => expect(states(await store.list())).toEqual(['running']))
    gone.kill()
    const runs = vi.fn((_: unknown, { attempt }: { attempt: number }) => `attempt ${attempt}`)
    const other = await beside(hangs, store, aReport(runs))
    await other.clock.advance(25_000)
    expect(runs).not.toHaveBeenCalled()
    await other.clock.advance(15_000)
    expect(await other.tasks.wait(taskId)).toMatchObject({
      state: 'completed',
      result: 'attempt 2',
      attempt: 2,
    })
  })

  it('is begun by another when it never was, once the lease is over', async () => {
    const store = memoryStore()
    const gone = mortal(store)
    const first = open(
      aReport(() => 1),
      { tickets: gone.store, background: { concurrency: 1 } },
    )
    const busy = vi.spyOn(gone.store, 'read').mockImplementation(() => new Promise(() => {}))
    const taskId = taskIdOf(await first.call('report', input))
    expect(busy).toHaveBeenCalled()
    gone.kill()
    const other = await beside(
      first,
      store,
      aReport(() => 'done'),
    )
    await other.clock.advance(36_000)
    expect(await other.tasks.wait(taskId)).toMatchObject({ state: 'completed', attempt: 1 })
  })

  it('counts the lost attempt as a failure, which waits like any other', async () => {
    const store = memoryStore()
    const gone = mortal(store)
    const hangs = open(
      aReport(() => new Promise(() => {})),
      { tickets: gone.store },
    )
    const taskId = taskIdOf(await hangs.call('report', input))
    await vi.waitFor(async () => expect(states(await store.list())).toEqual(['running']))
    gone.kill()
    const other = await beside(
      hangs,
      store,
      aReport(() => 'done', { retryDelayMs: 3_600_000 }),
    )
    await other.clock.advance(40_000)
    expect(await other.tasks.get(taskId)).toMatchObject({
      state: 'pending',
      attempt: 1,
      error: { type: 'lost', message: 'The process that ran attempt 1 ended before the attempt did' },
    })
    await other.clock.advance(3_600_000)
    expect(await other.tasks.wait(taskId)).toMatchObject({ state: 'completed', attempt: 2 })
  })

  it('fails for good when it kills one process after the other', async () => {
    const store = memoryStore()
    const clockOf = open(aReport(() => 1))
    const tool = aReport(() => new Promise(() => {}), { retryDelayMs: 0 })
    let taskId = ''
    for (let process = 1; process <= 4; process += 1) {
      const gone = mortal(store)
      const t = await beside(clockOf, gone.store, tool)
      taskId ||= taskIdOf(await t.call('report', input))
      await t.clock.advance(40_000)
      await vi.waitFor(async () => {
        const [record] = await store.list()
        expect([record?.state, record?.task?.attempt]).toEqual(['running', process])
      })
      gone.kill()
    }
    const onFailed = vi.fn()
    const last = await beside(
      clockOf,
      store,
      aReport(() => 1, { onFailed }),
    )
    await last.clock.advance(40_000)
    await vi.waitFor(() => expect(onFailed).toHaveBeenCalledTimes(1))
    expect(await last.tasks.get(taskId)).toMatchObject({
      state: 'failed',
      attempt: 4,
      error: { type: 'lost' },
    })
    expect(last.events().map(({ type }) => type)).toContain('background-task-failed')
  })

  it('is left alone while its process says that it is at work', async () => {
    const store = memoryStore()
    const done = byHand()
    const first = open(
      aReport(() => done.promise),
      { tickets: store },
    )
    const taskId = taskIdOf(await first.call('report', input))
    const runs = vi.fn()
    const other = await beside(first, store, aReport(runs))
    for (let s = 0; s < 120; s += 5) await other.clock.advance(5_000)
    expect(runs).not.toHaveBeenCalled()
    done.resolve('done')
    expect(await other.tasks.wait(taskId)).toMatchObject({ state: 'completed', result: 'done', attempt: 1 })
  })

  it('belongs to one of several that see it at the same time', async () => {
    const store = memoryStore()
    const gone = mortal(store)
    const hangs = open(
      aReport(() => new Promise(() => {})),
      { tickets: gone.store },
    )
    for (let n = 0; n < 5; n += 1) await hangs.call('report', input)
    await vi.waitFor(async () => expect(states(await store.list())).toEqual(Array(5).fill('running')))
    gone.kill()
    const runs = vi.fn(() => setImmediate('done'))
    const others = await Promise.all(
      [1, 2, 3].map(() => beside(hangs, store, aReport(runs, { retryDelayMs: 0 }))),
    )
    await hangs.clock.advance(40_000)
    await Promise.all(others.map(({ runtime }) => runtime.flush()))
    expect(states(await store.list())).toEqual(Array(5).fill('completed'))
    expect(runs).toHaveBeenCalledTimes(5)
  })
})

describe('a task in a store that is shared', () => {
  it('is not touched by a runtime without its tool, or one that picks nothing up', async () => {
    const store = memoryStore()
    const first = open(
      aReport(() => 1),
      { tickets: store },
    )
    await first.runtime.close()
    const [record] = [{ ...(await aPendingTask(store)), id: 'task_1' }]
    await store.create(record)
    const runs = vi.fn()
    const without = await beside(first, store, aReport(runs, {}, { id: 'another' }))
    const idle = await beside(first, store, aReport(runs), { pickUp: false })
    await first.clock.advance(60_000)
    expect(runs).not.toHaveBeenCalled()
    expect(await idle.tasks.get('task_1')).toMatchObject({ state: 'pending' })
    await Promise.all([without, idle].map(({ runtime }) => runtime.close()))
  })

  it('that is cancelled by another process is aborted where it runs', async () => {
    const store = memoryStore()
    const aborted = vi.fn()
    const first = open(
      aReport((_, { abortSignal }) => {
        abortSignal.addEventListener('abort', aborted)
        return new Promise(() => {})
      }),
      { tickets: store },
    )
    const taskId = taskIdOf(await first.call('report', input))
    await vi.waitFor(async () => expect(states(await store.list())).toEqual(['running']))
    const other = await beside(
      first,
      store,
      aReport(() => 1),
    )
    await other.tasks.cancel(taskId)
    await first.clock.advance(12_000)
    expect(aborted).toHaveBeenCalledTimes(1)
    expect(await first.tasks.get(taskId)).toMatchObject({ state: 'cancelled' })
  })

  it('is waited for by a process that does not run it', async () => {
    const store = memoryStore()
    const done = byHand()
    const first = open(
      aReport(() => done.promise),
      { tickets: store },
    )
    const other = await beside(
      first,
      store,
      aReport(() => 1),
      { pickUp: false },
    )
    const taskId = taskIdOf(await first.call('report', input))
    const waiting = other.tasks.wait(taskId)
    await setImmediate()
    done.resolve('from afar')
    await first.tasks.wait(taskId)
    await first.clock.advance(100)
    expect(await waiting).toMatchObject({ state: 'completed', result: 'from afar' })
  })

  it('that is decided on elsewhere is dispatched by the runtime that has its tool', async () => {
    const store = memoryStore()
    const first = open(
      aReport(() => 'done', {}, { requireApproval: true }),
      { tickets: store },
    )
    const asked = await first.call('report', input)
    const ticket = await store.read('ticket' in asked ? asked.ticket : '')
    if (!ticket) throw new Error('no ticket')
    const decision = {
      decision: 'approved',
      by: { id: 'ada', kind: 'user' },
      at: ticket.createdAt,
      decided: ticket.inputDigest,
    } as const
    await store.replace({ ...ticket, state: 'approved', decision, revision: 2 })
    await first.clock.advance(100)
    await vi.waitFor(async () => expect(await first.tasks.list()).toMatchObject([{ state: 'completed' }]))
  })

  it('is made although the process that carried out its approval was gone before it had made it', async () => {
    const store = memoryStore()
    const gone = mortal(store)
    const tool = aReport(() => 'done', {}, { requireApproval: true })
    const first = open(tool, { tickets: gone.store, background: { pickUp: false } })
    const asked = await first.call('report', input)
    gone.store.create = () => new Promise(() => {})
    void first.approve('ticket' in asked ? asked.ticket : '', { by: 'ada' })
    await vi.waitFor(async () => expect(states(await store.list())).toEqual(['running']))
    gone.kill()
    const other = await beside(first, store, tool)
    await other.clock.advance(60_000)
    await vi.waitFor(async () => expect(await other.tasks.list()).toMatchObject([{ state: 'completed' }]))
    expect(states(await store.list())).toEqual(['done', 'completed'])
  })

  it('can be resumed although the process that resumed it was gone before it had handed the data over', async () => {
    const store = memoryStore()
    const gone = mortal(store)
    const tool = aReport(
      async (_, { suspend, resumeData }) => (resumeData ? 'done' : suspend({})),
      {},
      {
        resumeSchema: z.object({ nights: z.number() }),
      },
    )
    const first = open(tool, { tickets: gone.store })
    const taskId = taskIdOf(await first.call('report', input))
    const { ticket = '' } = await first.tasks.wait(taskId)
    const replace = gone.store.replace
    gone.store.replace = next => (next.kind === 'task' ? new Promise(() => {}) : replace(next))
    void first.resume(ticket, { nights: 1 })
    await vi.waitFor(async () => expect(states(await store.list())).toEqual(['suspended', 'running']))
    gone.kill()
    const other = await beside(first, store, tool)
    await other.clock.advance(60_000)
    expect(await other.runtime.pending()).toMatchObject([{ ticket, taskId }])
    await other.resume(ticket, { nights: 1 })
    expect(await other.tasks.wait(taskId)).toMatchObject({ state: 'completed', result: 'done' })
  })

  it('fails when nobody resumed it before its ticket expired', async () => {
    const store = memoryStore()
    const t = open(
      aReport(async (_, { suspend }) => suspend({})),
      { tickets: store, ticketTtlMs: 60_000 },
    )
    const taskId = taskIdOf(await t.call('report', input))
    await t.tasks.wait(taskId)
    await t.clock.advance(70_000)
    expect(await t.tasks.get(taskId)).toMatchObject({ state: 'failed', error: { type: 'ticket_expired' } })
  })

  it('is removed some time after it has ended, whoever ran it', async () => {
    const store = memoryStore()
    const first = open(
      aReport(() => 1),
      { tickets: store },
    )
    await first.tasks.wait(taskIdOf(await first.call('report', input)))
    await first.runtime.close()
    beside(
      first,
      store,
      aReport(() => 1),
    )
    await first.clock.advance(3_500_000)
    expect(await store.list()).toHaveLength(1)
    await first.clock.advance(200_000)
    expect(await store.list()).toEqual([])
  })
})

describe('a store that fails', () => {
  it('for a moment loses nothing of what a tool has done', async () => {
    const store = memoryStore()
    const runs = vi.fn(() => 'done')
    const t = open(aReport(runs), { tickets: store })
    const { replace } = store
    let failing = 2
    store.replace = async next => {
      if (next.state !== 'completed' || failing-- <= 0) return replace(next)
      throw new Error('disk full')
    }
    const taskId = taskIdOf(await t.call('report', input))
    const waiting = t.tasks.wait(taskId)
    await t.clock.advance(5_000)
    expect(await waiting).toMatchObject({ state: 'completed', result: 'done' })
    expect(runs).toHaveBeenCalledTimes(1)
    expect(
      t
        .lines()
        .filter(({ level }) => level === 'error')
        .map(({ message }) => message),
    ).toEqual([
      'a background task of report could not be settled, and is tried again: disk full',
      'a background task of report could not be settled, and is tried again: disk full',
    ])
  })

  it('when a task is to be kept ends the call, and nothing runs', async () => {
    const store = memoryStore()
    store.create = () => Promise.reject(new Error('disk full'))
    const runs = vi.fn()
    const t = open(aReport(runs), { tickets: store })
    expect(await t.call('report', input)).toMatchObject({ outcome: 'error', error: { message: 'disk full' } })
    await t.clock.advance(10_000)
    expect(runs).not.toHaveBeenCalled()
  })
})

/** The record of a task as another process would leave it. */
async function aPendingTask(store: CallStore): Promise<StoredCall> {
  const t = open(
    aReport(() => 1),
    { tickets: store },
  )
  const taskId = taskIdOf(await t.call('report', input))
  await t.tasks.wait(taskId)
  const stored = await store.read(taskId)
  await t.runtime.close()
  if (!stored?.task) throw new Error('no task')
  await store.remove(taskId)
  const task = { attempt: 0, failures: 0, maxRetries: 0, dueAt: stored.createdAt }
  return { ...stored, state: 'pending', revision: 1, claim: undefined, task, values: { input } }
}

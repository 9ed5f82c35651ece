import { TaskError, TicketError, ToolCallError, unwrap } from 'toolspan'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { aReport, byHand, input, open, taskIdOf } from './a-report.js'

describe('a background task', () => {
  it('is dispatched at once and completed later, with the real output', async () => {
    const done = byHand()
    const t = open(aReport(() => done.promise))
    const taskId = taskIdOf(await t.call('report', input))
    await vi.waitFor(async () => expect(await t.tasks.get(taskId)).toMatchObject({ state: 'running' }))
    const waiting = t.tasks.wait(taskId)
    done.resolve({ pages: 3 })
    expect(await waiting).toMatchObject({ taskId, state: 'completed', result: { pages: 3 }, attempt: 1 })
    expect(await t.tasks.get(taskId)).toMatchObject({ state: 'completed', result: { pages: 3 } })
  })

  it('is listed with what a person may see, and without its result', async () => {
    const secret = { schema: z.object({ city: z.string(), pin: z.string().meta({ sensitive: true }) }) }
    const t = open(aReport(() => 'a result', {}, { inputSchema: secret.schema }))
    const taskId = taskIdOf(await t.call('report', { city: 'Lyon', pin: '4711' }))
    await t.tasks.wait(taskId)
    const [listed] = await t.tasks.list()
    expect(listed).toMatchObject({ taskId, state: 'completed', shown: { city: 'Lyon' } })
    expect(JSON.stringify(listed)).not.toMatch(/4711|a result/)
  })

  it('is found by state, tool, call and tenant, and by no other tenant', async () => {
    const t = open(aReport(() => 1))
    const acme = t.scope({ tenant: 'acme' })
    const taskId = taskIdOf(await acme.call('report', input, { toolCallId: 'call_7' }))
    await t.tasks.wait(taskId)
    const ids = async (tasks: ReturnType<typeof t.tasks.list>) => (await tasks).map(task => task.taskId)
    expect(await ids(acme.tasks.list({ state: ['completed', 'failed'] }))).toEqual([taskId])
    expect(await ids(t.tasks.list({ toolCallId: 'call_7', toolName: 'report' }))).toEqual([taskId])
    expect(await ids(t.tasks.list({ state: 'pending' }))).toEqual([])
    const other = t.scope({ tenant: 'other' })
    expect(await ids(other.tasks.list())).toEqual([])
    expect(await other.tasks.get(taskId)).toBeUndefined()
    await expect(other.tasks.cancel(taskId)).rejects.toThrow(TaskError)
    await expect(other.tasks.wait(taskId)).rejects.toThrow('no task has this id')
  })

  it('is answered as it is when the wait is over before it', async () => {
    const t = open(aReport(() => new Promise(() => {})))
    const taskId = taskIdOf(await t.call('report', input))
    const waiting = t.tasks.wait(taskId, { timeoutMs: 60_000 })
    await t.clock.advance(60_100)
    expect(await waiting).toMatchObject({ taskId, state: 'running' })
  })

  it('gets the validated input, and what does not fit is never dispatched', async () => {
    const runs = vi.fn()
    const t = open(aReport(runs, {}, { inputSchema: z.object({ city: z.string().toUpperCase() }) }))
    expect((await t.call('report', { city: 7 } as never)).outcome).toBe('input_invalid')
    await t.tasks.wait(taskIdOf(await t.call('report', input)))
    expect(runs.mock.calls.map(([given]) => given)).toEqual([{ city: 'LYON' }])
  })

  it('has the live request context of its call, and one idempotency key for all attempts', async () => {
    const db = { query: () => 'rows' }
    const seen: unknown[] = []
    const t = open(
      aReport(
        (_, context) => {
          const { requestContext } = context as never as { requestContext: Map<string, typeof db> }
          seen.push([context.attempt, context.idempotencyKey, requestContext.get('db')?.query()])
          if (context.attempt === 1) throw new Error('again')
        },
        { maxRetries: 1, retryDelayMs: 0 },
      ),
    )
    const options = { toolCallId: 'call_7', requestContext: { db } }
    await t.tasks.wait(taskIdOf(await t.call('report', input, options)))
    expect(seen).toEqual([
      [1, 'call_7', 'rows'],
      [2, 'call_7', 'rows'],
    ])
  })

  it('runs in the foreground for whoever asks for the output itself', async () => {
    const tool = aReport(({ city }) => `about ${city}`)
    const t = open(tool)
    expect(await tool.execute(input)).toBe('about Lyon')
    expect(await t.runtime.tool('report').execute(input)).toBe('about Lyon')
    expect(await t.tasks.list()).toEqual([])
  })

  it('is what unwrap tells of, since there is no output yet', async () => {
    const t = open(aReport(() => 1))
    const result = await t.call('report', input)
    const thrown = await Promise.resolve(result)
      .then(unwrap)
      .catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(ToolCallError)
    expect(String(thrown)).toContain(`wait for ${taskIdOf(result)} with runtime.tasks.wait`)
  })

  it('fails when its output does not fit, and is not tried again', async () => {
    const runs = vi.fn(() => ({ pages: 'three' }))
    const outputSchema = z.object({ pages: z.number() })
    const t = open(aReport(runs, { maxRetries: 3, retryDelayMs: 0 }, { outputSchema }))
    const task = await t.tasks.wait(taskIdOf(await t.call('report', input)))
    expect(task).toMatchObject({ state: 'failed', error: { type: 'output_invalid' } })
    expect(task).not.toHaveProperty('result')
    expect(runs).toHaveBeenCalledTimes(1)
  })

  it('fails when its result is nothing that a store can hold', async () => {
    const t = open(aReport(() => ({ callback: () => 'code' }), { maxRetries: 3 }))
    const task = await t.tasks.wait(taskIdOf(await t.call('report', input)))
    expect(task).toMatchObject({ state: 'failed', error: { type: 'result_not_storable' } })
  })

  it('is never stored when its call was interrupted meanwhile', async () => {
    const runs = vi.fn()
    const t = open(aReport(runs))
    const controller = new AbortController()
    const calling = t.call('report', input, { abortSignal: controller.signal })
    controller.abort(new Error('never mind'))
    expect((await calling).outcome).toBe('cancelled')
    await t.clock.advance(10)
    expect((await t.tasks.list()).filter(({ state }) => state !== 'cancelled')).toEqual([])
    expect(runs).not.toHaveBeenCalled()
  })
})

describe('the callbacks of a background task', () => {
  it('are told what came of it, once', async () => {
    const onComplete = vi.fn()
    const onFailed = vi.fn()
    const outcomes = [() => 'done', () => Promise.reject(new Error('no'))]
    const t = open(aReport(() => outcomes.shift()?.(), { onComplete, onFailed }))
    const completed = await t.tasks.wait(taskIdOf(await t.call('report', input)))
    const failed = await t.tasks.wait(taskIdOf(await t.call('report', input)))
    await t.runtime.flush()
    expect(onComplete.mock.calls).toEqual([[completed]])
    expect(onFailed.mock.calls).toEqual([[failed]])
    expect(completed).toMatchObject({ state: 'completed', result: 'done' })
    expect(failed).toMatchObject({ state: 'failed', error: { type: 'Error', message: 'no' } })
  })

  it('change nothing when they throw or hang, and are counted like hooks', async () => {
    const onComplete = vi.fn(() => new Promise<void>(() => {}))
    const t = open(aReport(() => 1, { onComplete }))
    const taskId = taskIdOf(await t.call('report', input))
    expect(await t.tasks.wait(taskId)).toMatchObject({ state: 'completed' })
    await vi.waitFor(() => expect(onComplete).toHaveBeenCalledTimes(1))
    await t.clock.advance(5_000)
    const [point] = await t.metric('toolspan.hook.duration')
    expect(point?.attributes).toEqual({
      'gen_ai.tool.name': 'report',
      'toolspan.hook.name': 'onComplete',
      'error.type': 'timeout',
    })
    expect(t.lines().map(({ message }) => message)).toContain(
      'onComplete of report failed: still running after 5000 ms',
    )
  })
})

describe('a cancelled task', () => {
  it('is final, its attempt is aborted, and what that comes to is late', async () => {
    const done = byHand<string>()
    const aborted = vi.fn()
    const t = open(
      aReport((_, { abortSignal }) => {
        abortSignal.addEventListener('abort', () => aborted(abortSignal.reason))
        return done.promise
      }),
    )
    const taskId = taskIdOf(await t.call('report', input))
    await vi.waitFor(async () => expect(await t.tasks.get(taskId)).toMatchObject({ state: 'running' }))
    const waiting = t.tasks.wait(taskId)
    expect(await t.tasks.cancel(taskId)).toMatchObject({ taskId, state: 'cancelled' })
    expect(await waiting).toMatchObject({ state: 'cancelled' })
    expect(aborted).toHaveBeenCalledTimes(1)
    done.resolve('too late')
    await t.clock.advance(2_000)
    expect(await t.tasks.get(taskId)).toMatchObject({ state: 'cancelled' })
    expect(await t.tasks.get(taskId)).not.toHaveProperty('result')
    expect(t.events().map(({ type }) => type)).not.toContain('background-task-completed')
  })

  it('never begins when it was still waiting', async () => {
    const runs = vi.fn(() => new Promise(() => {}))
    const t = open(aReport(runs), { background: { concurrency: 1 } })
    const [, second] = [await t.call('report', input), await t.call('report', input)]
    await t.tasks.cancel(taskIdOf(second))
    const first = (await t.tasks.list({ state: 'running' }))[0]
    await t.tasks.cancel(first?.taskId ?? '')
    await t.clock.advance(5_000)
    expect(runs).toHaveBeenCalledTimes(1)
    expect((await t.tasks.list()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  })

  it('that has ended stays as it is', async () => {
    const t = open(aReport(() => 'done'))
    const taskId = taskIdOf(await t.call('report', input))
    await t.tasks.wait(taskId)
    expect(await t.tasks.cancel(taskId)).toMatchObject({ state: 'completed', result: 'done' })
  })
})

describe('approval before a task', () => {
  const needsApproval = (runs: () => unknown) => aReport(runs, {}, { requireApproval: true })

  it('lets nothing run before it is given, and dispatches the task then', async () => {
    const runs = vi.fn(() => 'done')
    const t = open(needsApproval(runs))
    const asked = await t.call('report', input)
    expect(asked.outcome).toBe('awaiting_approval')
    expect(await t.tasks.list()).toEqual([])
    const ticket = 'ticket' in asked ? asked.ticket : ''
    const approved = await t.approve(ticket, { by: 'ada', input: { city: 'Nice' } })
    const task = await t.tasks.wait(taskIdOf(approved))
    expect(task).toMatchObject({ state: 'completed', result: 'done', toolCallId: asked.toolCallId })
    expect(runs).toHaveBeenCalledExactlyOnceWith({ city: 'Nice' }, expect.anything())
    await expect(t.approve(ticket, { by: 'ada' })).rejects.toThrow(TicketError)
  })

  it('denied means that no task is made', async () => {
    const runs = vi.fn()
    const t = open(needsApproval(runs))
    const asked = await t.call('report', input)
    await t.deny('ticket' in asked ? asked.ticket : '', { by: 'ada' })
    expect(await t.tasks.list()).toEqual([])
    expect(runs).not.toHaveBeenCalled()
  })

  it('is not turned away by a queue that is full', async () => {
    const t = open(
      needsApproval(() => 'done'),
      { background: { queueLimit: 0 } },
    )
    const asked = await t.call('report', input)
    const approved = await t.approve('ticket' in asked ? asked.ticket : '', { by: 'ada' })
    expect(await t.tasks.wait(taskIdOf(approved))).toMatchObject({ state: 'completed' })
  })
})

describe('a suspended task', () => {
  const suspending = (background = {}) =>
    aReport(
      async ({ city }, { resumeData, suspend, attempt }) => {
        if (!resumeData) return suspend({ question: 'how many nights?' })
        if (attempt === 2 && resumeData.nights === 9) throw new Error('no room, yet')
        return `${resumeData.nights} nights in ${city}`
      },
      background,
      { resumeSchema: z.object({ nights: z.number() }) },
    )

  it('waits with its ticket, and is completed once it is resumed', async () => {
    const t = open(suspending())
    const taskId = taskIdOf(await t.call('report', input))
    const suspended = await t.tasks.wait(taskId)
    expect(suspended).toMatchObject({ state: 'suspended' })
    expect(await t.runtime.pending()).toMatchObject([{ ticket: suspended.ticket, taskId, kind: 'suspend' }])
    const resumed = await t.resume(suspended.ticket ?? '', { nights: 2 })
    expect(resumed).toMatchObject({ outcome: 'dispatched', taskId })
    expect(await t.tasks.wait(taskId)).toMatchObject({ state: 'completed', result: '2 nights in Lyon' })
    await expect(t.resume(suspended.ticket ?? '', { nights: 3 })).rejects.toThrow(TicketError)
  })

  it('keeps its ticket when the data does not fit', async () => {
    const t = open(suspending())
    const taskId = taskIdOf(await t.call('report', input))
    const { ticket = '' } = await t.tasks.wait(taskId)
    expect((await t.resume(ticket, { nights: 'many' })).outcome).toBe('resume_invalid')
    expect(await t.tasks.get(taskId)).toMatchObject({ state: 'suspended', ticket })
    await t.resume(ticket, { nights: 1 })
    expect(await t.tasks.wait(taskId)).toMatchObject({ state: 'completed' })
  })

  it('has the same data again when the attempt after it fails', async () => {
    const t = open(suspending({ maxRetries: 1, retryDelayMs: 0 }))
    const taskId = taskIdOf(await t.call('report', input))
    const { ticket = '' } = await t.tasks.wait(taskId)
    await t.resume(ticket, { nights: 9 })
    expect(await t.tasks.wait(taskId)).toMatchObject({
      state: 'completed',
      result: '9 nights in Lyon',
      attempt: 3,
    })
  })

  it('takes its ticket with it when it is cancelled', async () => {
    const t = open(suspending())
    const taskId = taskIdOf(await t.call('report', input))
    const { ticket = '' } = await t.tasks.wait(taskId)
    await t.tasks.cancel(taskId)
    expect(await t.runtime.pending()).toEqual([])
    await expect(t.resume(ticket, { nights: 1 })).rejects.toThrow(TicketError)
    expect(await t.tasks.get(taskId)).toMatchObject({ state: 'cancelled' })
  })

  it('can be resumed by whoever hears of it first, at that very moment', async () => {
    const t = open(suspending())
    const resumed = (async () => {
      for await (const event of t.runtime.events({ types: ['tool-call-suspended'] })) {
        return t.resume(String(event.payload['ticket']), { nights: 4 })
      }
    })()
    const taskId = taskIdOf(await t.call('report', input))
    await resumed
    expect(await t.tasks.wait(taskId)).toMatchObject({ state: 'completed', result: '4 nights in Lyon' })
  })
})

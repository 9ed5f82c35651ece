import { describe, expect, it } from 'vitest'
import { aReport, input, open, taskIdOf } from './a-report.js'

const twice = { maxRetries: 1, retryDelayMs: 0 }
const failOnce = (_: unknown, { attempt }: { attempt: number }) => {
  if (attempt === 1) throw new RangeError('too far')
  return 'done'
}

describe('the spans of a background task', () => {
  it('are one for the call that dispatched it and one for each attempt, linked to that and numbered', async () => {
    const t = open(aReport(failOnce, twice))
    const result = await t.call('report', input)
    const taskId = taskIdOf(result)
    await t.tasks.wait(taskId)
    const [dispatch, ...attempts] = t.spans()
    expect(dispatch?.attributes).toMatchObject({
      'toolspan.outcome': 'dispatched',
      'toolspan.task.id': taskId,
    })
    expect(dispatch?.attributes).not.toHaveProperty('toolspan.attempt')
    expect(
      attempts.map(({ attributes }) => [attributes['toolspan.attempt'], attributes['toolspan.outcome']]),
    ).toEqual([
      [1, 'error'],
      [2, 'ok'],
    ])
    for (const attempt of attempts) {
      expect(attempt.name).toBe('execute_tool report')
      expect(attempt.links).toEqual([{ traceId: dispatch?.traceId, spanId: dispatch?.spanId }])
      expect(attempt.traceId).toBe(result.traceId)
      expect(attempt.attributes['gen_ai.tool.call.id']).toBe(result.toolCallId)
      expect(attempt.attributes['toolspan.task.id']).toBe(taskId)
    }
    expect(t.startedSpans()).toBe(3)
  })

  it('are in a trace of their own, with the link, when the task began long ago', async () => {
    const t = open(aReport(failOnce, { maxRetries: 1, retryDelayMs: 3_600_000 }))
    const result = await t.call('report', input)
    const waiting = t.tasks.wait(taskIdOf(result))
    await t.clock.advance(3_601_000)
    await waiting
    const last = t.spans().at(-1)
    expect(last?.traceId).not.toBe(result.traceId)
    expect(last?.links).toEqual([{ traceId: result.traceId, spanId: result.spanId }])
  })

  it('all end, also those of tasks that are cancelled, suspended or time out', async () => {
    const t = open(
      aReport(({ city }, { suspend }) => (city === 'ask' ? suspend({}) : new Promise(() => {})), {
        timeoutMs: 100,
      }),
    )
    const ids = []
    for (const city of ['ask', 'hang', 'cancel']) ids.push(taskIdOf(await t.call('report', { city })))
    await t.clock.advance(10)
    await t.tasks.cancel(ids[2] ?? '')
    await t.clock.advance(2_000)
    const states = await Promise.all(ids.map(async id => (await t.tasks.get(id))?.state))
    expect(states).toEqual(['suspended', 'timed_out', 'cancelled'])
    expect(t.spans()).toHaveLength(t.startedSpans())
    expect((await t.metric('toolspan.tool.active')).map(({ value }) => value)).toEqual([0])
  })
})

describe('the metrics of a background task', () => {
  it('say how long it waited for each turn, from when it was due', async () => {
    const t = open(aReport(failOnce, { maxRetries: 1, retryDelayMs: 50_000 }))
    const waiting = t.tasks.wait(taskIdOf(await t.call('report', input)))
    await t.clock.advance(50_100)
    await waiting
    const [point] = await t.metric('toolspan.task.queue.duration')
    expect(point).toMatchObject({ attributes: { 'gen_ai.tool.name': 'report' }, count: 2 })
    expect(point?.sum).toBeLessThan(10)
  })

  it('count the dispatch and each attempt as calls', async () => {
    const t = open(aReport(failOnce, twice))
    await t.tasks.wait(taskIdOf(await t.call('report', input)))
    const points = await t.metric('toolspan.tool.calls')
    const counts = points.map(({ attributes, value }) => [attributes['toolspan.outcome'], value])
    expect(Object.fromEntries(counts)).toEqual({ dispatched: 1, error: 1, ok: 1 })
  })
})

describe('the events of a background task', () => {
  it('tell its life in order, and one result', async () => {
    const t = open(aReport(failOnce, twice))
    const taskId = taskIdOf(await t.call('report', input))
    await t.tasks.wait(taskId)
    const told = t.events().map(({ type, payload }) => [type, payload['taskId'], payload['state']])
    expect(told).toEqual([
      ['tool-call', undefined, undefined],
      ['background-task-started', taskId, undefined],
      ['background-task-progress', taskId, 'running'],
      ['background-task-progress', taskId, 'pending'],
      ['background-task-progress', taskId, 'running'],
      ['tool-result', taskId, 'completed'],
      ['background-task-completed', taskId, 'completed'],
    ])
    expect(t.events()[3]?.payload).toMatchObject({
      taskIds: [taskId],
      runningCount: 1,
      attempt: 1,
      error: { type: 'RangeError', message: 'too far' },
    })
    expect(t.events().at(-1)?.payload).toMatchObject({ taskId, toolName: 'report', result: 'done' })
  })

  it('tell of failing and of being cancelled', async () => {
    const t = open(
      aReport(({ city }) => (city === 'Lyon' ? Promise.reject(new Error('no')) : new Promise(() => {}))),
    )
    await t.tasks.wait(taskIdOf(await t.call('report', input)))
    const second = taskIdOf(await t.call('report', { city: 'Nice' }))
    await t.tasks.cancel(second)
    await t.clock.advance(2_000)
    const told = t.events().map(({ type }) => type)
    expect(told.filter(type => /failed|cancelled|tool-error/.test(type))).toEqual([
      'tool-error',
      'background-task-failed',
      'background-task-cancelled',
    ])
  })

  it('and every other sink hold nothing secret of input, result, error and id', async () => {
    const t = open(
      aReport(({ city }) =>
        city.startsWith('no') ? Promise.reject(new Error(`no ${city}`)) : { token: city },
      ),
      { capture: 'redacted' },
    )
    const [one, two, three] = [t.canary(), t.canary(), t.canary()]
    await t.tasks.wait(taskIdOf(await t.call('report', { city: one }, { toolCallId: three })))
    await t.tasks.wait(taskIdOf(await t.call('report', { city: `no ${two}` }, { toolCallId: three })))
    const cancelled = taskIdOf(await t.call('report', { city: two }, { toolCallId: three }))
    await t.tasks.cancel(cancelled)
    await t.runtime.flush()
    await t.assertNoLeak()
    const safe = await t.tasks.list()
    for (const canary of [one, two, three]) expect(JSON.stringify(safe)).not.toContain(canary)
  })
})

describe('the transcript of a background task', () => {
  it('says of which task and which attempt each record is', async () => {
    const t = open(aReport(failOnce, twice))
    const taskId = taskIdOf(await t.call('report', input))
    await t.tasks.wait(taskId)
    await t.runtime.flush()
    expect(
      t.transcript().map(({ type, taskId, attempt, outcome }) => [type, taskId, attempt, outcome]),
    ).toEqual([
      ['tool.input', taskId, undefined, 'dispatched'],
      ['tool.input', taskId, 1, undefined],
      ['tool.error', taskId, 1, 'error'],
      ['tool.input', taskId, 2, undefined],
      ['tool.output', taskId, 2, 'ok'],
    ])
  })
})

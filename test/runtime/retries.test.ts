import { createTool, type ToolRetry } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'

function flaky(failures: number, retry: ToolRetry, more: object = {}) {
  const attempts: { attempt: number; at: number; key: string }[] = []
  const tool = createTool({
    id: 'flaky',
    description: 'Flaky',
    retry,
    ...more,
    execute: async (_input, { attempt, idempotencyKey, observe }) => {
      attempts.push({ attempt, at: t.clock.now(), key: idempotencyKey })
      observe.log('info', `try ${attempt}`)
      await observe.span('work', () => {})
      if (attempt <= failures) throw new RangeError(`failed ${attempt}`)
      return attempt
    },
  })
  const t = createTestRuntime({ tools: [tool], metrics: 'all' })
  return { ...t, attempts }
}

const never = () => new Promise<never>(() => {})

describe('a retry', () => {
  test('repeats until an attempt succeeds, each attempt a child of the one call span', async () => {
    const t = flaky(2, { maxAttempts: 3 })
    const result = await t.call('flaky', {})
    expect(result).toMatchObject({ outcome: 'ok', output: 3 })
    const call = t.span('execute_tool flaky')
    const attempts = t.spans().filter(span => span.name.startsWith('attempt'))
    expect(
      attempts.map(({ name, parentSpanId, status, attributes }) => [name, parentSpanId, status, attributes]),
    ).toEqual([
      [
        'attempt 1',
        call.spanId,
        'error',
        { 'gen_ai.tool.name': 'flaky', 'toolspan.attempt': 1, 'error.type': 'RangeError' },
      ],
      [
        'attempt 2',
        call.spanId,
        'error',
        { 'gen_ai.tool.name': 'flaky', 'toolspan.attempt': 2, 'error.type': 'RangeError' },
      ],
      ['attempt 3', call.spanId, 'unset', { 'gen_ai.tool.name': 'flaky', 'toolspan.attempt': 3 }],
    ])
    expect(call.status).toBe('unset')
    const work = t.spans().filter(span => span.name === 'work')
    expect(work.map(span => span.parentSpanId)).toEqual(attempts.map(span => span.spanId))
    expect(
      t
        .logs()
        .filter(log => String(log.body).startsWith('try'))
        .map(log => log.spanId),
    ).toEqual(attempts.map(span => span.spanId))
    expect((await t.metric('toolspan.retries')).map(point => point.value)).toEqual([2])
    expect((await t.metric('toolspan.tool.calls')).map(point => point.value)).toEqual([1])
  })

  test('gives each attempt the same idempotency key', async () => {
    const t = flaky(1, { maxAttempts: 2 })
    const { toolCallId } = await t.call('flaky', {})
    expect(t.attempts.map(({ key }) => key)).toEqual([toolCallId, toolCallId])
  })

  test('ends with the last error when no attempt is left', async () => {
    const t = flaky(9, { maxAttempts: 2 })
    const result = await t.call('flaky', {})
    expect(result.outcome).toBe('error')
    expect(result.error?.cause).toEqual(new RangeError('failed 2'))
    expect(t.attempts).toHaveLength(2)
  })

  test.each([
    ['fixed', [1_000, 1_000, 1_000]],
    ['exponential', [1_000, 2_000, 4_000]],
  ] as const)('waits with %s backoff, never less than configured', async (backoff, delays) => {
    const t = flaky(3, { maxAttempts: 4, delayMs: 1_000, backoff })
    const running = t.call('flaky', {})
    for (const delay of delays) {
      const before = t.attempts.length
      await t.clock.advance(delay - 50)
      expect(t.attempts).toHaveLength(Math.max(1, before))
      await t.clock.advance(60)
    }
    expect((await running).outcome).toBe('ok')
    const waits = t.attempts.slice(1).map(({ at }, i) => at - (t.attempts[i]?.at ?? 0))
    for (const [i, delay] of delays.entries()) expect(waits[i]).toBeGreaterThanOrEqual(delay - 0.5)
  })

  test('asks whether an error is worth another attempt, with the thrown value', async () => {
    const asked: unknown[] = []
    const retryable = (error: unknown) => {
      asked.push(error)
      return asked.length < 2
    }
    const t = flaky(9, { maxAttempts: 5, retryable })
    await t.call('flaky', {})
    expect(asked.map(error => (error as Error).message)).toEqual(['failed 1', 'failed 2'])
    expect(t.attempts).toHaveLength(2)
  })

  test('ends with the error of the tool where asking throws', async () => {
    const retryable = () => {
      throw new Error('could not say')
    }
    const t = flaky(9, { maxAttempts: 5, retryable })
    expect((await t.call('flaky', {})).error?.cause).toEqual(new RangeError('failed 1'))
    expect(t.attempts).toHaveLength(1)
  })

  test('does not repeat a call whose caller has gone', async () => {
    const controller = new AbortController()
    const t = flaky(9, { maxAttempts: 5, delayMs: 10_000 })
    const running = t.call('flaky', {}, { abortSignal: controller.signal })
    await t.clock.advance(10)
    controller.abort()
    expect((await running).outcome).toBe('cancelled')
    await t.clock.advance(60_000)
    expect(t.attempts).toHaveLength(1)
    expect(t.startedSpans()).toBe(t.spans().length)
  })

  test('does not repeat a refused input or an output that does not fit', async () => {
    const t = flaky(0, { maxAttempts: 5 }, { outputSchema: { type: 'string' } })
    expect((await t.call('flaky', {})).outcome).toBe('output_invalid')
    expect(t.attempts).toHaveLength(1)
  })

  test('never passes the deadline of the call', async () => {
    const t = flaky(9, { maxAttempts: 100, delayMs: 1_000 }, { timeoutMs: 2_500 })
    const running = t.call('flaky', {})
    await t.clock.advance(2_600)
    expect((await running).outcome).toBe('timed_out')
    await t.clock.advance(10_000)
    expect(t.attempts).toHaveLength(3)
  })
})

describe('the deadline of an attempt', () => {
  function hanging(idempotentHint?: boolean) {
    const signals: AbortSignal[] = []
    const tool = createTool({
      id: 'hanging',
      description: 'Hanging',
      retry: { maxAttempts: 2 },
      attemptTimeoutMs: 100,
      mcp: { annotations: { idempotentHint } },
      execute: (_input, { attempt, abortSignal }) => {
        signals.push(abortSignal)
        return attempt === 1 ? never() : Promise.resolve('second')
      },
    })
    return { ...createTestRuntime({ tools: [tool] }), signals }
  }

  test('repeats a tool that is marked idempotent', async () => {
    const t = hanging(true)
    const running = t.call('hanging', {})
    await t.clock.advance(150)
    expect(await running).toMatchObject({ outcome: 'ok', output: 'second' })
    expect(t.signals.map(signal => signal.aborted)).toEqual([true, false])
    expect(t.span('attempt 1')).toMatchObject({ status: 'error', attributes: { 'error.type': 'timeout' } })
  })

  test.each([undefined, false])(
    'ends the call where the hint is %s, since the first may still be at work',
    async hint => {
      const t = hanging(hint)
      const running = t.call('hanging', {})
      await t.clock.advance(150)
      expect(await running).toMatchObject({
        outcome: 'timed_out',
        error: { type: 'timeout', message: "The attempt's deadline of 100 ms passed" },
      })
      expect(t.signals).toHaveLength(1)
    },
  )
})

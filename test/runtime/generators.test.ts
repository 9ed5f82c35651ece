import { setImmediate as turn } from 'node:timers/promises'
import { createTool } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

function open(execute: (...args: never[]) => unknown, more: object = {}) {
  return createTestRuntime({
    tools: [createTool({ id: 'stream', description: 'Stream', ...more, execute } as never)],
    metrics: 'all',
  })
}

const outputs = (t: ReturnType<typeof open>) =>
  t.events().flatMap(({ type, payload }) => (type === 'tool-output' ? [payload['output']] : []))

describe('a tool that is an async generator', () => {
  test('streams what it yields, and returns its return value', async () => {
    const t = open(async function* () {
      yield { rows: 1 }
      yield { rows: 2 }
      return { rows: 3 }
    })
    expect(await t.call('stream', {})).toMatchObject({ outcome: 'ok', output: { rows: 3 } })
    expect(outputs(t)).toEqual([{ rows: 1 }, { rows: 2 }])
    expect(t.events().map(event => event.type)).toEqual([
      'tool-call',
      'tool-output',
      'tool-output',
      'tool-result',
    ])
  })

  test('returns its last yield when it returns nothing', async () => {
    const t = open(async function* () {
      yield 1
      yield 2
    })
    expect(await t.call('stream', {})).toMatchObject({ outcome: 'ok', output: 2 })
  })

  test('returns undefined when it neither yields nor returns', async () => {
    const t = open(async function* () {})
    expect(await t.call('stream', {})).toMatchObject({ outcome: 'ok', output: undefined })
  })

  test('keeps a falsy return value', async () => {
    const t = open(async function* () {
      yield 1
      return 0
    })
    expect(await t.call('stream', {})).toMatchObject({ outcome: 'ok', output: 0 })
  })

  test('has its output validated, not its yields', async () => {
    const generator = async function* () {
      yield 'half'
      return { rows: 3 }
    }
    const t = open(generator, { outputSchema: z.object({ rows: z.number() }) })
    expect((await t.call('stream', {})).outcome).toBe('ok')
  })

  test('ends in error with what it throws after a yield', async () => {
    const thrown = new Error('lost the line')
    const t = open(async function* () {
      yield 1
      throw thrown
    })
    const result = await t.call('stream', {})
    expect(result.outcome).toBe('error')
    expect(result.error?.cause).toBe(thrown)
    expect(outputs(t)).toEqual([1])
  })

  test('is closed when its caller aborts, and may clean up', async () => {
    const controller = new AbortController()
    let cleaned = false
    const t = open(async function* () {
      try {
        for (let i = 0; ; i += 1) {
          yield i
          await turn()
        }
      } finally {
        cleaned = true
      }
    })
    const running = t.call('stream', {}, { abortSignal: controller.signal })
    await turn()
    controller.abort()
    expect((await running).outcome).toBe('cancelled')
    expect(cleaned).toBe(true)
    expect(t.startedSpans()).toBe(t.spans().length)
  })

  test('is ended by its deadline although it never waits for anything', async () => {
    const tool = createTool({
      id: 'stream',
      description: 'Stream',
      timeoutMs: 30,
      async *execute() {
        for (let i = 0; ; i += 1) yield i
      },
    })
    const t = createTestRuntime({ tools: [tool] })
    expect((await t.runtime.call('stream', {})).outcome).toBe('timed_out')
    expect(t.startedSpans()).toBe(t.spans().length)
  })

  const stubborn: [how: string, execute: () => AsyncGenerator<unknown, unknown>][] = [
    [
      'yields on when it is asked to return',
      async function* () {
        try {
          for (;;) yield await turn()
        } finally {
          for (;;) yield 'on'
        }
      },
    ],
    [
      'throws as it cleans up',
      async function* () {
        try {
          for (;;) yield await turn()
        } finally {
          await Promise.reject(new Error('no broom'))
        }
      },
    ],
    [
      'never ends cleaning up',
      async function* () {
        try {
          for (;;) yield await turn()
        } finally {
          await new Promise(() => {})
        }
      },
    ],
    [
      'never yields again',
      async function* () {
        yield 1
        await new Promise(() => {})
      },
    ],
  ]

  test.each(stubborn)('that %s is cancelled all the same, its span ended once', async (_how, execute) => {
    const t = open(execute)
    const controller = new AbortController()
    const running = t.call('stream', {}, { abortSignal: controller.signal })
    await turn()
    controller.abort()
    await t.clock.advance(1_000)
    expect((await running).outcome).toBe('cancelled')
    for (let i = 0; i < 5; i += 1) await turn()
    expect(t.spans().map(span => span.attributes['toolspan.outcome'])).toEqual(['cancelled'])
    expect(t.startedSpans()).toBe(1)
    const [calls] = await t.metric('toolspan.tool.calls')
    expect(calls?.value).toBe(1)
  })

  test('may clean up after its deadline, once it yields again, and is heard no more', async () => {
    let cleaned = 0
    let goOn = () => {}
    const t = open(
      async function* () {
        try {
          yield 1
          await new Promise<void>(resolve => {
            goOn = resolve
          })
          yield 2
          yield 3
        } finally {
          cleaned += 1
        }
      },
      { timeoutMs: 50 },
    )
    const running = t.call('stream', {})
    await t.clock.advance(50)
    expect((await running).outcome).toBe('timed_out')
    expect(cleaned).toBe(0)
    goOn()
    for (let i = 0; i < 5; i += 1) await turn()
    expect(cleaned).toBe(1)
    expect(outputs(t)).toEqual([1])
  })

  test('goes on for its caller when the one who listened has left', async () => {
    const t = open(async function* () {
      for (let i = 0; i < 5; i += 1) {
        yield i
        await turn()
      }
    })
    const call = t.runtime.open({ toolName: 'stream' })
    call.end()
    for await (const event of call.events) if (event.type === 'tool-output') break
    expect(await call.result).toMatchObject({ outcome: 'ok', output: 4 })
    expect(outputs(t)).toEqual([0, 1, 2, 3, 4])
  })

  test('sends each yield as it comes, before the next is made', async () => {
    const seen: unknown[] = []
    const t = open(async function* () {
      for (let i = 0; i < 3; i += 1) {
        yield i
        await turn()
        seen.push(outputs(t).length)
      }
    })
    await t.call('stream', {})
    expect(seen).toEqual([1, 2, 3])
  })

  test('keeps the span of a child that is open across a yield', async () => {
    const t = open(async function* (_input: unknown, { observe }: import('toolspan').ToolExecutionContext) {
      const page = (n: number) => observe.span(`page ${n}`, () => observe.span(`parse ${n}`, () => n))
      yield await page(1)
      yield await page(2)
    } as never)
    await t.call('stream', {})
    for (const n of [1, 2]) {
      expect(t.span(`page ${n}`).parentSpanId).toBe(t.span('execute_tool stream').spanId)
      expect(t.span(`parse ${n}`).parentSpanId).toBe(t.span(`page ${n}`).spanId)
    }
  })

  test('has each attempt stream, where it is repeated', async () => {
    let attempts = 0
    const t = open(
      async function* () {
        attempts += 1
        yield `attempt ${attempts}`
        if (attempts === 1) throw new Error('no')
        return 'done'
      },
      { retry: { maxAttempts: 2 } },
    )
    expect(await t.call('stream', {})).toMatchObject({ outcome: 'ok', output: 'done' })
    expect(outputs(t)).toEqual(['attempt 1', 'attempt 2'])
  })
})

describe('a stream that a tool returns', () => {
  test('is an output like any other, untouched', async () => {
    const stream = new ReadableStream()
    const t = open(async () => stream)
    const result = await t.call('stream', {})
    expect(result.outcome === 'ok' && result.output).toBe(stream)
    expect(stream.locked).toBe(false)
  })
})

describe('writer.write', () => {
  test('streams output, in order with what is yielded', async () => {
    const t = open(async (_input: unknown, { writer }: import('toolspan').ToolExecutionContext) => {
      await writer.write('first')
      await writer.write({ second: true })
      return 'done'
    })
    await t.call('stream', {})
    expect(outputs(t)).toEqual(['first', { second: true }])
  })
})

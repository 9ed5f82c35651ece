import {
  ApprovalRequiredError,
  createTool,
  NotExecutableError,
  SuspendedError,
  TimeoutError,
  type Tool,
  ToolCallError,
  unwrap,
} from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

type Fields = Record<string, unknown>

function open(fields: Fields, options: Fields = {}) {
  const definition = { id: 'pay', description: 'Pay', execute: async () => 'paid', ...fields }
  const tool: Tool<'pay'> = createTool(definition as never)
  return createTestRuntime({ tools: [tool], ...options })
}

describe('a result', () => {
  test('has the ids of the call and its span', async () => {
    const t = open({})
    const result = await t.call('pay', {}, { toolCallId: 'call_1' })
    const { traceId, spanId } = t.span('execute_tool pay')
    expect(result).toMatchObject({ toolCallId: 'call_1', toolName: 'pay', traceId, spanId })
    expect(result.durationMs).toBeGreaterThanOrEqual(0)
  })

  test('can be serialised without what was thrown', async () => {
    const thrown = Object.assign(new Error('no'), { config: { note: 'internal' } })
    const result = await open({ execute: () => Promise.reject(thrown) }).call('pay', {})
    expect(result.error?.cause).toBe(thrown)
    expect(JSON.stringify(result)).not.toContain('internal')
  })

  test('shows its payload as a person may see it, made once, when asked', async () => {
    let runs = 0
    const output = () => {
      runs += 1
      return { shown: true }
    }
    const t = open({ transform: { transcript: { output, input: () => 'in' } } }, { transcript: undefined })
    const result = await t.call('pay', {})
    expect(runs).toBe(0)
    expect(await result.view('transcript')).toEqual({ shown: true })
    expect(await result.view('transcript')).toEqual({ shown: true })
    expect(runs).toBe(1)
    expect(await result.view('display')).toBe('paid')
  })

  test.each<[outcome: string, fields: Fields, view: unknown]>([
    ['awaiting_approval', { requireApproval: true }, { amount: 5 }],
    ['error', { execute: () => Promise.reject(new RangeError('no')) }, { type: 'RangeError', message: 'no' }],
    ['dispatched', { execute: undefined }, { amount: 5 }],
    [
      'suspended',
      { execute: (_: unknown, context: { suspend(asked: string): unknown }) => context.suspend('who?') },
      'who?',
    ],
    [
      'input_invalid',
      { inputSchema: z.object({ amount: z.string() }) },
      { type: 'input_invalid', message: expect.stringContaining('amount: Invalid input: expected string') },
    ],
  ])('of a call that ended %s has a view, too', async (outcome, fields, view) => {
    const result = await open(fields).call('pay', { amount: 5 })
    expect(result.outcome).toBe(outcome)
    expect(await result.view('display')).toEqual(view)
  })
})

describe('unwrap', () => {
  test('gives the output', async () => {
    expect(unwrap(await open({}).call('pay', {}))).toBe('paid')
    expect(unwrap(await open({ execute: async () => undefined }).call('pay', {}))).toBeUndefined()
  })

  test.each([undefined, null, 42, Object.freeze(new Error('no'))])(
    'throws what the tool threw: %s',
    async thrown => {
      const result = await open({ execute: () => Promise.reject(thrown) }).call('pay', {})
      let caught: unknown = 'nothing'
      try {
        unwrap(result)
      } catch (error) {
        caught = error
      }
      expect(caught).toBe(thrown)
    },
  )

  test.each<[type: string, fields: Fields, error: new (...args: never[]) => Error]>([
    ['ApprovalRequiredError', { requireApproval: true }, ApprovalRequiredError],
    [
      'SuspendedError',
      { execute: (_: unknown, context: { suspend(): unknown }) => context.suspend() },
      SuspendedError,
    ],
    ['NotExecutableError', { execute: undefined }, NotExecutableError],
    ['ToolCallError', { inputSchema: z.object({ amount: z.string() }) }, ToolCallError],
  ])('throws a %s that says how the call ended', async (type, fields, error) => {
    const result = await open(fields).call('pay', { amount: 5 }, { toolCallId: 'call_1' })
    const caught = await Promise.resolve(result)
      .then(unwrap)
      .catch(thrown => thrown)
    expect(caught).toBeInstanceOf(error)
    expect(caught).toBeInstanceOf(ToolCallError)
    expect(caught).toMatchObject({
      name: type,
      outcome: result.outcome,
      toolName: 'pay',
      toolCallId: 'call_1',
    })
  })

  test('throws a TimeoutError past the deadline, and the reason of an abort', async () => {
    const t = open({ execute: () => new Promise(() => {}) })
    const running = t.call('pay', {}, { timeoutMs: 10 })
    await t.clock.advance(11)
    await expect(running.then(unwrap)).rejects.toThrow(TimeoutError)
    await expect(t.call('pay', {}, { abortSignal: AbortSignal.abort('gone') }).then(unwrap)).rejects.toBe(
      'gone',
    )
  })
})

describe('what the model gets', () => {
  test('is the output where nothing shapes it', async () => {
    const output = { paid: true }
    const result = await open({ execute: async () => output }).call('pay', {})
    expect(result.outcome === 'ok' && result.modelOutput).toBe(output)
  })

  test('is what toModelOutput makes of the validated output, while the application keeps the whole', async () => {
    const seen: unknown[] = []
    const toModelOutput = async (output: unknown) => {
      seen.push(output)
      return {
        type: 'content',
        value: [
          { type: 'text', text: 'paid' },
          { type: 'image-url', url: 'https://a.test/r.png' },
        ],
      }
    }
    const outputSchema = z.object({ cents: z.number().default(5) })
    const result = await open({ outputSchema, toModelOutput, execute: async () => ({}) }).call('pay', {})
    expect(seen).toEqual([{ cents: 5 }])
    expect(result).toMatchObject({ outcome: 'ok', output: { cents: 5 }, modelOutput: { type: 'content' } })
  })

  test.each<[how: string, toModelOutput: () => unknown, type: string]>([
    [
      'throws',
      () => {
        throw new RangeError('raw')
      },
      'RangeError',
    ],
    ['rejects', () => Promise.reject(new RangeError('raw')), 'RangeError'],
    ['never settles', () => new Promise(() => {}), 'timeout'],
  ])(
    'is a plain text where toModelOutput %s: the output itself is not sent',
    async (_how, toModelOutput, type) => {
      const t = open({ toModelOutput, execute: async () => ({ iban: 'raw' }) })
      const running = t.call('pay', {})
      await t.clock.advance(1_100)
      const result = await running
      expect(result).toMatchObject({
        outcome: 'ok',
        output: { iban: 'raw' },
        modelOutput: { type: 'text', value: 'Tool pay ran, but its output could not be shown.' },
      })
      const points = await t.metric('toolspan.transform.duration')
      expect(points.map(point => point.attributes)).toContainEqual({
        'gen_ai.tool.name': 'pay',
        'toolspan.transform.target': 'model',
        'toolspan.transform.phase': 'output',
        'error.type': type,
      })
      expect(t.span('execute_tool pay').status).toBe('unset')
    },
  )

  test('is not worked out where no model is told', async () => {
    let runs = 0
    const t = open({ toModelOutput: () => (runs += 1) })
    await t.tool('pay').execute({})
    expect(runs).toBe(0)
  })
})

describe('a policy of approval', () => {
  test.each<[how: string, policy: unknown, outcome: string]>([
    ['answers false', () => false, 'ok'],
    ['answers true', async () => true, 'awaiting_approval'],
    ['answers nonsense', () => 'no', 'awaiting_approval'],
    ['answers nothing', () => undefined, 'awaiting_approval'],
    ['rejects', () => Promise.reject(new Error('no')), 'awaiting_approval'],
    ['never settles', () => new Promise(() => {}), 'awaiting_approval'],
  ])('that %s', async (_how, requireApproval, outcome) => {
    for (const [fields, options] of [
      [{ requireApproval }, {}],
      [{}, { requireApproval }],
    ] as Fields[][]) {
      const t = open(fields ?? {}, options)
      const running = t.call('pay', {})
      await t.clock.advance(5_100)
      expect((await running).outcome).toBe(outcome)
    }
  })

  test('is asked with the validated input, the ids and the request context', async () => {
    const asked: unknown[] = []
    const requireApproval = (...given: unknown[]) => asked.push(...given) < 0
    const t = open({ requireApproval, inputSchema: z.object({ amount: z.coerce.number() }) })
    await t.call('pay', { amount: '5' }, { toolCallId: 'call_1', requestContext: { user: 'ann' } })
    expect(asked).toEqual([
      { amount: 5 },
      { toolName: 'pay', toolCallId: 'call_1', requestContext: { user: 'ann' } },
    ])
  })

  test("of the runtime cannot be lifted by the tool's, nor the other way round", async () => {
    const yes = { requireApproval: true }
    const no = { requireApproval: false }
    expect((await open(no, yes).call('pay', {})).outcome).toBe('awaiting_approval')
    expect((await open(yes, no).call('pay', {})).outcome).toBe('awaiting_approval')
  })
})

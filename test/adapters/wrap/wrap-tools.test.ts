import { createTool, wrapTools } from 'toolspan'
import { aiTools } from 'toolspan/ai-sdk'
import { createTestRuntime } from 'toolspan/testing'
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { z } from 'zod'
import { registerGlobalTelemetry, unregisterGlobalTelemetry } from '../../conformance/global-telemetry.js'

vi.mock('../../../src/observe/default-logger.js', () => import('../../conformance/stderr-lines.js'))

afterEach(unregisterGlobalTelemetry)

describe('a plain function', () => {
  test('keeps its name, its arguments and its `this`, and answers a promise', async () => {
    const t = createTestRuntime({ tools: [] })
    const counter = {
      base: 10,
      add(this: { base: number }, a: number, b: number) {
        return this.base + a + b
      },
    }
    const { add } = wrapTools({ add: counter.add }, { runtime: t.runtime })
    expectTypeOf(add).returns.toEqualTypeOf<Promise<number>>()
    expect(await add.call(counter, 1, 2)).toBe(13)
    expect([add.name, add.length]).toEqual(['add', 2])
    expect(t.span('execute_tool add').attributes['toolspan.outcome']).toBe('ok')
  })

  test('throws what it throws, the same value', async () => {
    const t = createTestRuntime({ tools: [] })
    const thrown = { not: 'an error' }
    const { fail } = wrapTools(
      {
        fail: () => {
          throw thrown
        },
      },
      { runtime: t.runtime },
    )
    await expect(fail()).rejects.toBe(thrown)
    expect(t.span('execute_tool fail').status).toBe('error')
  })

  test('is traced through the global API without a runtime', async () => {
    const telemetry = registerGlobalTelemetry()
    const { double } = wrapTools({ double: async (n: number) => n * 2 })
    expect(await double(21)).toBe(42)
    expect(telemetry.spans().map(span => span.name)).toEqual(['execute_tool double'])
    expect((await telemetry.metric('gen_ai.execute_tool.duration')).map(point => point.count)).toEqual([1])
  })

  test('streams what it streams, as one call', async () => {
    const t = createTestRuntime({ tools: [] })
    const { count } = wrapTools(
      {
        count: async function* (to: number) {
          for (let n = 1; n <= to; n += 1) yield n
        },
      },
      { runtime: t.runtime },
    )
    const seen: number[] = []
    for await (const n of count(3)) seen.push(n)
    expect(seen).toEqual([1, 2, 3])
    expect(t.span('execute_tool count').attributes['toolspan.outcome']).toBe('ok')
    expect(t.events().filter(event => event.type === 'tool-output')).toHaveLength(3)
  })

  test('stops where its reader stops', async () => {
    const t = createTestRuntime({ tools: [] })
    let made = 0
    const { count } = wrapTools(
      {
        count: async function* () {
          for (;;) {
            made += 1
            yield made
            await new Promise(resolve => setImmediate(resolve))
          }
        },
      },
      { runtime: t.runtime },
    )
    for await (const n of count()) if (n === 2) break
    await expect.poll(() => t.spans()).toHaveLength(1)
    expect(made).toBeLessThan(10)
  })

  test('keeps parallel calls apart', async () => {
    const t = createTestRuntime({ tools: [] })
    const { wait } = wrapTools(
      { wait: (n: number) => new Promise<number>(resolve => setTimeout(() => resolve(n), n % 5)) },
      { runtime: t.runtime },
    )
    const all = Array.from({ length: 50 }, (_, n) => n)
    expect(await Promise.all(all.map(n => wait(n)))).toEqual(all)
    expect(t.spans()).toHaveLength(50)
  })
})

describe('a tool object', () => {
  const weather = {
    description: 'Weather',
    inputSchema: z.object({ city: z.string(), key: z.string().meta({ sensitive: true }) }),
    execute: async ({ city }: { city: string; key: string }, options?: { toolCallId: string }) =>
      `${city} ${options?.toolCallId}`,
  }

  test('keeps everything but its execute, and is not changed itself', async () => {
    const before = { ...weather }
    const frozen = Object.freeze({ ...weather })
    const t = createTestRuntime({ tools: [], capture: 'redacted' })
    const wrapped = wrapTools({ weather: frozen }, { runtime: t.runtime })
    expect(wrapped.weather.inputSchema).toBe(weather.inputSchema)
    expect(await wrapped.weather.execute({ city: 'Lyon', key: 'opensesame' }, { toolCallId: 'call-7' })).toBe(
      'Lyon call-7',
    )
    expect(weather).toEqual(before)
    const { attributes } = t.span('execute_tool weather')
    expect(attributes).toMatchObject({
      'gen_ai.tool.call.id': 'call-7',
      'gen_ai.tool.description': 'Weather',
      'gen_ai.tool.call.arguments': '{"city":"Lyon","key":"[REDACTED:declared]"}',
    })
  })

  test('gets its input as it is: nothing is repaired, parsed or validated twice', async () => {
    const t = createTestRuntime({ tools: [] })
    const given: unknown[] = []
    const { raw } = wrapTools(
      {
        raw: {
          inputSchema: z.object({ n: z.string().transform(Number) }),
          execute: (input: unknown) => void given.push(input),
        },
      },
      { runtime: t.runtime },
    )
    for (const input of [undefined, null, '{"n": "1"}', { n: 4 }]) await raw.execute(input)
    expect(given).toEqual([undefined, null, '{"n": "1"}', { n: 4 }])
    expect(t.spans().every(span => span.attributes['toolspan.input.repairs'] === undefined)).toBe(true)
  })

  test('is cancelled by the signal it is called with', async () => {
    const t = createTestRuntime({ tools: [] })
    const controller = new AbortController()
    const { slow } = wrapTools(
      { slow: { execute: (_: object, __: object) => new Promise<never>(() => {}) } },
      { runtime: t.runtime },
    )
    const running = slow.execute({}, { toolCallId: 'call-1', abortSignal: controller.signal })
    const reason = new Error('enough')
    setImmediate(() => controller.abort(reason))
    await expect(running).rejects.toBeDefined()
    expect(t.span('execute_tool slow').attributes['toolspan.outcome']).toBe('cancelled')
  })

  test('that answers an MCP error gives it as it is, and is an error to whoever watches', async () => {
    const t = createTestRuntime({ tools: [] })
    const answer = { isError: true, content: [{ type: 'text', text: 'no such file' }] }
    const { read } = wrapTools({ read: { execute: async () => answer } }, { runtime: t.runtime })
    expect(await read.execute()).toBe(answer)
    const span = t.span('execute_tool read')
    expect([span.status, span.attributes['error.type']]).toEqual(['error', 'tool_error'])
    expect(
      (await t.metric('toolspan.tool.calls')).map(point => point.attributes['toolspan.outcome']),
    ).toEqual(['error'])
  })

  test('takes more that is said of it, such as what is sensitive and a deadline', async () => {
    const t = createTestRuntime({ tools: [], capture: 'redacted' })
    const { login } = wrapTools(
      { login: { execute: async (_: { user: string; phrase: string }) => 'in' } },
      { runtime: t.runtime, definitions: { login: { sensitive: { input: ['phrase'] }, version: '2' } } },
    )
    await login.execute({ user: 'ada', phrase: 'open sesame' })
    expect(JSON.stringify([t.spans(), t.transcript()])).not.toContain('open sesame')
  })

  test('is never wrapped twice, also where it is one of ours', async () => {
    const t = createTestRuntime({
      tools: [createTool({ id: 'own', description: 'Own', execute: async () => 1 })],
    })
    const once = wrapTools({ weather, add: (a: number) => a }, { runtime: t.runtime })
    const twice = wrapTools(
      { ...once, ...aiTools(t.runtime).tools, tool: t.tool('own') },
      { runtime: t.runtime },
    )
    expect(twice.weather).toBe(once.weather)
    expect(twice.add).toBe(once.add)
    await twice.weather.execute({ city: 'Lyon', key: 'k' })
    await twice.own.execute({}, { toolCallId: 'call-1', messages: [] })
    await twice.tool.execute(undefined)
    expect(t.spans().map(span => span.name)).toEqual([
      'execute_tool weather',
      'execute_tool own',
      'execute_tool own',
    ])
  })

  test('follows the policies of its runtime: redaction, approval, transcript', async () => {
    const t = createTestRuntime({ tools: [], requireApproval: true })
    let ran = 0
    const { act } = wrapTools({ act: { execute: async () => ++ran } }, { runtime: t.runtime })
    await expect(act.execute()).rejects.toMatchObject({ name: 'ApprovalRequiredError' })
    expect(ran).toBe(0)
  })
})

test('what is no tool is refused with its name', () => {
  expect(() => wrapTools({ broken: 7 })).toThrow(
    'wrapTools: tools.broken is no tool; give a function, or an object with an execute function',
  )
})

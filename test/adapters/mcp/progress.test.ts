import { createTool, type ToolExecutionContext } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { byName } from '../../conformance/by-name.js'
import { pairs, type TestClient } from './support/pairs.js'

let client: TestClient | undefined

afterEach(() => client?.close())

function toolThat(execute: (input: never, context: ToolExecutionContext) => unknown, more: object = {}) {
  return createTool({ id: 'weather', description: 'Weather', ...more, execute } as never)
}

interface Told {
  progress: number
  total?: number
  message?: string
}

describe.each(byName(pairs))('%s', (_name, pair) => {
  test('tells the client how far a call is, in growing numbers', async () => {
    const told: Told[] = []
    const tool = toolThat(async (_input, { mcp }) => {
      await mcp?.progress?.(1, 3, 'asked')
      await mcp?.progress?.(1, 3, 'said twice')
      await mcp?.progress?.(3, 3)
      return 'done'
    })
    client = await pair.connect(createTestRuntime({ tools: [tool] }).runtime)
    await client.call({ name: 'weather' }, { onprogress: one => told.push(one) })
    expect(told).toEqual([
      { progress: 1, total: 3, message: 'asked' },
      { progress: 3, total: 3 },
    ])
  })

  test('tells what a generator yields, as a person may see it, before the result', async () => {
    const told: Told[] = []
    let secret = ''
    const t = createTestRuntime({
      tools: [
        toolThat(async function* () {
          yield 'first'
          yield { part: 2, password: secret }
          return 'done'
        }),
      ],
    })
    secret = t.canary()
    client = await pair.connect(t.runtime)
    const result = await client.call({ name: 'weather' }, { onprogress: one => told.push(one) })
    expect(result.content[0]?.text).toBe('done')
    expect(told.map(({ progress }) => progress)).toEqual([1, 2])
    expect(told[0]?.message).toBe('first')
    expect(told[1]?.message).toMatch(/"part":2.*REDACTED/)
    await t.assertNoLeak()
  })

  test('tells nothing to a client that did not ask', async () => {
    const tool = toolThat(async function* (_input, { mcp }) {
      await mcp?.progress?.(1)
      yield 'first'
    })
    client = await pair.connect(createTestRuntime({ tools: [tool] }).runtime)
    expect((await client.call({ name: 'weather' })).content[0]?.text).toBe('first')
  })

  test('ends a call cancelled that the client cancels, and the tool is told', async () => {
    let heard: unknown
    let started = () => {}
    const running = new Promise<void>(resolve => {
      started = resolve
    })
    const tool = toolThat(
      (_input, { abortSignal }) =>
        new Promise((_, reject) => {
          abortSignal.addEventListener('abort', () => {
            heard = abortSignal.aborted
            reject(abortSignal.reason)
          })
          started()
        }),
    )
    const t = createTestRuntime({ tools: [tool] })
    client = await pair.connect(t.runtime)
    const controller = new AbortController()
    const calling = client.call({ name: 'weather' }, { signal: controller.signal })
    await running
    controller.abort(new Error('changed my mind'))
    await expect(calling).rejects.toThrow()
    await expect.poll(() => t.spans().length).toBe(2)
    expect(heard).toBe(true)
    const { attributes, status } = t.span('execute_tool weather')
    expect([attributes['toolspan.outcome'], status]).toEqual(['cancelled', 'unset'])
    expect(t.span('tools/call weather').status).toBe('unset')
  })

  // Protocol 2026-07-28 has no request open while a person is asked, so that nobody is heard to leave.
  test.skipIf(pair.protocol === '2026-07-28')(
    'denies a call whose client leaves while it is asked',
    async () => {
      const ran: unknown[] = []
      const t = createTestRuntime({ tools: [toolThat(async () => ran.push(1), { requireApproval: true })] })
      const controller = new AbortController()
      client = await pair.connect(t.runtime, {
        answer: async () => {
          controller.abort(new Error('gone'))
          return new Promise(() => {})
        },
      })
      const calling = client.call({ name: 'weather' }, { signal: controller.signal })
      await expect(calling).rejects.toThrow()
      expect(ran).toEqual([])
      await expect.poll(() => t.runtime.pending()).toEqual([])
    },
  )

  test('gives a tool the request, and no mcp to one that is called without', async () => {
    let extra: Record<string, unknown> = {}
    const tool = toolThat(async (_input, { mcp }) => {
      extra = { ...(mcp?.extra as object) }
      return mcp === undefined
    })
    const t = createTestRuntime({ tools: [tool] })
    client = await pair.connect(t.runtime)
    await client.call({ name: 'weather', _meta: { locale: 'fr' } })
    expect(extra).toMatchObject({
      signal: expect.any(AbortSignal),
      requestId: expect.anything(),
      _meta: { locale: 'fr' },
    })
    expect(await t.call('weather', {})).toMatchObject({ output: true })
  })

  test('sends what a tool logs to the client, without secrets', async () => {
    const logged: unknown[] = []
    const t = createTestRuntime({
      tools: [
        toolThat(async (_input, { mcp }) => {
          await mcp?.log?.('warn', `cold at ${secret}`, { degrees: -5 })
          return 'done'
        }),
      ],
    })
    const secret = t.canary()
    client = await pair.connect(t.runtime, { onLog: params => logged.push(params) })
    const _meta = { 'io.modelcontextprotocol/logLevel': 'debug' }
    await client.call({ name: 'weather', ...(pair.protocol === '2026-07-28' && { _meta }) })
    expect(logged).toEqual([
      {
        level: 'warning',
        logger: 'weather',
        data: { message: expect.stringMatching(/^cold at .*REDACTED/), data: { degrees: -5 } },
      },
    ])
  })

  test('lets a tool ask the person itself, where a request can be open meanwhile', async () => {
    const question = {
      message: 'Which city?',
      requestedSchema: { type: 'object', properties: { city: { type: 'string' } } },
    }
    const tool = toolThat(async (_input, { mcp }) => (await mcp?.elicitation?.sendRequest(question))?.content)
    const t = createTestRuntime({ tools: [tool] })
    client = await pair.connect(t.runtime, {
      answer: () => ({ action: 'accept', content: { city: 'Lyon' } }),
    })
    const result = await client.call({ name: 'weather' })
    if (pair.protocol === '2026-07-28') expect(result.content[0]?.text).toContain('context.suspend()')
    else expect(result.structuredContent).toEqual({ city: 'Lyon' })
  })
})

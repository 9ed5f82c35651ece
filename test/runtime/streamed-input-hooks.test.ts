import { createTool, observe, type ToolDefinition } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const turn = () => new Promise(resolve => setImmediate(resolve))
const inputSchema = z.object({ city: z.string() })

type Hooks = Pick<
  ToolDefinition<'weather', typeof inputSchema, undefined, undefined, undefined, undefined, unknown>,
  'onInputStart' | 'onInputDelta' | 'onInputAvailable' | 'onOutput' | 'onError'
>

function open(hooks: Hooks, more: object = {}) {
  const tool = createTool({
    id: 'weather',
    description: 'Weather',
    inputSchema,
    execute: async ({ city }) => ({ city }),
    ...hooks,
    ...more,
  })
  return createTestRuntime({ tools: [tool] })
}

describe('the hooks of a streamed call', () => {
  test('come in order, with each piece, the conversation and the signal', async () => {
    const told: unknown[] = []
    const keep = (name: string) => (argument: object) =>
      void told.push([name, structuredClone({ ...argument, abortSignal: null })])
    const t = open({
      onInputStart: keep('start'),
      onInputDelta: keep('delta'),
      onInputAvailable: keep('available'),
      onOutput: keep('output'),
    })
    const messages = [{ role: 'user', content: 'how warm is it?' }]
    const call = t.runtime.open({ toolName: 'weather', toolCallId: 'call_1', messages })
    call.delta('{"city":"Ly')
    call.delta('on"}')
    call.end()
    await call.result
    const of = { toolCallId: 'call_1', messages, abortSignal: null }
    expect(told).toEqual([
      ['start', of],
      ['delta', { ...of, inputTextDelta: '{"city":"Ly', partialInput: { city: 'Ly' } }],
      ['delta', { ...of, inputTextDelta: 'on"}', partialInput: { city: 'Lyon' } }],
      ['available', { ...of, input: { city: 'Lyon' } }],
      ['output', { toolCallId: 'call_1', abortSignal: null, toolName: 'weather', output: { city: 'Lyon' } }],
    ])
  })

  test('start before any input arrives, with a signal that fires when the call is aborted', async () => {
    let signal: AbortSignal | undefined
    const t = open({
      onInputStart(options) {
        signal = options.abortSignal
      },
    })
    const call = t.runtime.open({ toolName: 'weather' })
    expect(signal?.aborted).toBe(false)
    call.abort(new Error('no'))
    expect(signal?.reason).toEqual(new Error('no'))
    await call.result
  })

  test('run in the context of the call, whoever writes', async () => {
    const t = open(
      {},
      {
        onInputDelta: async () => {
          await observe.span('draw', () => {})
        },
      },
    )
    const call = t.runtime.open({ toolName: 'weather' })
    await call.delta('{"city":"Lyon"}')
    call.end()
    await call.result
    expect(t.span('draw').parentSpanId).toBe(t.span('execute_tool weather').spanId)
  })

  test('are told of every piece in order, awaited or not', async () => {
    const pieces: string[] = []
    const t = open({
      onInputDelta: async ({ inputTextDelta }) => {
        if (pieces.length % 3 === 0) await turn()
        pieces.push(inputTextDelta)
      },
    })
    const call = t.runtime.open({ toolName: 'weather' })
    const text = JSON.stringify({ city: 'x'.repeat(500) })
    for (let at = 0; at < text.length; at += 2) {
      const taken = call.delta(text.slice(at, at + 2))
      if (at % 5 === 0) await taken
    }
    call.end()
    expect((await call.result).outcome).toBe('ok')
    expect(pieces.join('')).toBe(text)
    expect(pieces).toHaveLength(Math.ceil(text.length / 2))
  })

  test('hold back who awaits a piece until they are done with it', async () => {
    let finish = () => {}
    const held = new Promise<void>(resolve => {
      finish = resolve
    })
    const t = open({ onInputDelta: () => held })
    const call = t.runtime.open({ toolName: 'weather' })
    let isTaken = false
    const taken = call.delta('{"city":"Lyon"}').then(() => {
      isTaken = true
    })
    for (let i = 0; i < 5; i += 1) await turn()
    expect(isTaken).toBe(false)
    finish()
    await taken
    call.end()
    expect((await call.result).outcome).toBe('ok')
  })

  test('that hang hold a call back once, within their limit, and are still told of the rest', async () => {
    let told = 0
    const t = open({
      onInputDelta: () => {
        told += 1
        return new Promise<void>(() => {})
      },
    })
    const call = t.runtime.open({ toolName: 'weather' })
    for (const piece of '{"city":"Lyon"}') call.delta(piece)
    call.end()
    let isDone = false
    call.result.then(() => {
      isDone = true
    })
    await t.clock.advance(4_900)
    expect(isDone).toBe(false)
    await t.clock.advance(200)
    expect(await call.result).toMatchObject({ outcome: 'ok', output: { city: 'Lyon' } })
    expect(told).toBe(15)
    await t.clock.advance(5_100)
    const [point] = await t.metric('toolspan.hook.duration')
    expect(point).toMatchObject({ count: 15, attributes: { 'error.type': 'timeout' } })
    expect(t.lines().filter(line => line.message.startsWith('onInputDelta'))).toHaveLength(1)
  })

  test.each(['onInputStart', 'onInputDelta'] as const)(
    '%s that throws changes nothing, is counted each time and logged once',
    async name => {
      const t = open({
        [name]: () => {
          throw new RangeError('hook')
        },
      })
      const call = t.runtime.open({ toolName: 'weather' })
      await call.delta('{"city":')
      await call.delta('"Lyon"}')
      call.end()
      expect(await call.result).toMatchObject({ outcome: 'ok', output: { city: 'Lyon' } })
      const [point] = await t.metric('toolspan.hook.duration')
      expect(point?.attributes).toMatchObject({ 'toolspan.hook.name': name, 'error.type': 'RangeError' })
      expect(point?.count).toBe(name === 'onInputStart' ? 1 : 2)
      expect(t.lines().filter(line => line.message.startsWith(`${name} of weather failed`))).toHaveLength(1)
    },
  )

  test('tell no declared value, whatever they log or throw of a piece', async () => {
    const secret = 'zebra-crossing'
    const t = open(
      {},
      {
        inputSchema: z.object({ nickname: z.string().meta({ sensitive: true }) }),
        execute: async () => 1,
        onInputDelta: ({ partialInput }: { partialInput?: { nickname?: string } }) => {
          observe.log('warn', `so far ${partialInput?.nickname}`, { partialInput })
          throw new Error(`cannot draw ${partialInput?.nickname}`)
        },
      },
    )
    const call = t.open({ toolName: 'weather' })
    await call.delta(`{"nickname":"${secret.slice(0, 9)}`)
    await call.delta(`${secret.slice(9)}"}`)
    call.end()
    expect((await call.result).outcome).toBe('ok')
    expect(JSON.stringify(t.lines())).toContain('onInputDelta of weather failed: Error')
    expect(JSON.stringify([t.lines(), t.logs(), t.spans()])).not.toMatch(/zebra|crossing/)
  })

  test('an onInputStart that hangs holds the input back within its limit', async () => {
    const t = open({ onInputStart: () => new Promise<void>(() => {}) })
    const call = t.runtime.open({ toolName: 'weather' })
    call.available({ city: 'Lyon' })
    await t.clock.advance(5_000)
    expect((await call.result).outcome).toBe('ok')
  })

  test('cannot reach the input that runs through the partial one', async () => {
    const t = open({
      onInputDelta: ({ partialInput }) => {
        Object.assign(partialInput ?? {}, { city: 'Elsewhere', extra: 1 })
      },
    })
    const call = t.runtime.open({ toolName: 'weather' })
    for (const piece of '{"city":"Lyon"}') call.delta(piece)
    call.end()
    expect(await call.result).toMatchObject({ output: { city: 'Lyon' } })
  })

  test('are told of pieces of text that is no JSON, with what could be read of it', async () => {
    const partials: unknown[] = []
    const t = open({
      onInputDelta: ({ partialInput }) => void partials.push(structuredClone(partialInput)),
    })
    const call = t.runtime.open({ toolName: 'weather' })
    for (const piece of ['{"city":"Ly', '"oops', ' more', '}']) call.delta(piece)
    call.end()
    expect((await call.result).outcome).toBe('input_invalid')
    expect(partials).toEqual([{ city: 'Ly' }, { city: 'Ly' }, { city: 'Ly' }, { city: 'Ly' }])
  })

  test('onError is told how a call ended whose input was no JSON', async () => {
    const outcomes: string[] = []
    const t = open({ onError: ({ outcome }) => void outcomes.push(outcome) })
    const call = t.runtime.open({ toolName: 'weather' })
    call.delta('{')
    call.end()
    await call.result
    expect(outcomes).toEqual(['input_invalid'])
  })

  test('are told nothing more once the call is cancelled', async () => {
    const pieces: string[] = []
    const t = open({ onInputDelta: ({ inputTextDelta }) => void pieces.push(inputTextDelta) })
    const call = t.runtime.open({ toolName: 'weather' })
    await call.delta('{')
    call.delta('"city"')
    call.abort()
    await call.delta(':')
    await call.result
    expect(pieces).toEqual(['{'])
  })
})

import { createTool, type ToolEvent } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const turn = () => new Promise(resolve => setImmediate(resolve))

function weather(more: object = {}) {
  return createTool({
    id: 'weather',
    description: 'Weather',
    inputSchema: z.object({ city: z.string().default('Lyon') }),
    execute: async ({ city }) => ({ city, degrees: 21 }),
    ...more,
  })
}

function open(more: object = {}, options: object = {}) {
  return createTestRuntime({ tools: [weather(more)], ...options })
}

async function heard(events: AsyncIterable<ToolEvent>) {
  const all: ToolEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

describe('runtime.open', () => {
  test('runs a call whose input streams in, and answers its result', async () => {
    const { runtime } = open()
    const call = runtime.open({ toolName: 'weather', toolCallId: 'call_1' })
    await call.delta('{"ci')
    await call.delta('ty":"Paris"}')
    call.end()
    expect(call.toolCallId).toBe('call_1')
    expect(await call.result).toMatchObject({
      outcome: 'ok',
      toolCallId: 'call_1',
      output: { city: 'Paris', degrees: 21 },
    })
  })

  test('makes an id for a call without one', async () => {
    const call = open().runtime.open({ toolName: 'weather' })
    call.end()
    expect(call.toolCallId).toMatch(/^call_/)
    expect((await call.result).toolCallId).toBe(call.toolCallId)
  })

  test('takes the whole input instead of its text, at any point', async () => {
    const { runtime } = open()
    const call = runtime.open({ toolName: 'weather' })
    call.delta('{"city":"Par')
    call.available({ city: 'Rome' })
    expect(await call.result).toMatchObject({ outcome: 'ok', output: { city: 'Rome' } })
  })

  test('reads JSON text for any kind of input, and calls that no repair', async () => {
    const echo = createTool({
      id: 'echo',
      description: 'Echo',
      inputSchema: z.string(),
      execute: async text => text,
    })
    const t = createTestRuntime({ tools: [echo, weather()] })
    const call = t.runtime.open({ toolName: 'echo' })
    call.delta('"Lyon"')
    call.end()
    expect(await call.result).toMatchObject({ output: 'Lyon' })
    expect(t.span('execute_tool echo').attributes).not.toHaveProperty('toolspan.input.repairs')
  })

  test.each(['', ' \n\t'])('takes no text (%j) as a missing input, which is repaired', async text => {
    const t = open()
    const call = t.runtime.open({ toolName: 'weather' })
    call.delta(text)
    call.end()
    expect(await call.result).toMatchObject({ outcome: 'ok', output: { city: 'Lyon' } })
    expect(t.span('execute_tool weather').attributes['toolspan.input.repairs']).toEqual(['nullish-to-object'])
  })

  test('repairs a model that wrote its input as JSON text in JSON', async () => {
    const t = open()
    const call = t.runtime.open({ toolName: 'weather' })
    call.delta(JSON.stringify('{"city":"Nice"}'))
    call.end()
    expect(await call.result).toMatchObject({ output: { city: 'Nice' } })
    expect(t.span('execute_tool weather').attributes['toolspan.input.repairs']).toEqual(['json-string'])
  })

  test.each([
    '{"city":"swordfish-9',
    '{"city":"swordfish-9"',
    '{"city":"swordfish-9"}}',
    "{'city':'swordfish-9'}",
    'swordfish-9',
    '{"city":"swordfish-9\\u12"}',
  ])('ends input_invalid, without a word of it, for %s', async text => {
    let runs = 0
    const t = open({ execute: async () => (runs += 1) })
    const call = t.runtime.open({ toolName: 'weather' })
    call.delta(text)
    call.end()
    const result = await call.result
    expect(result.outcome).toBe('input_invalid')
    expect(result.error?.message).toContain('is not valid JSON')
    expect(runs).toBe(0)
    const told = JSON.stringify([
      result,
      t.spans(),
      t.logs(),
      t.lines(),
      t.transcript(),
      await heard(call.events),
    ])
    expect(told).not.toContain('swordfish')
  })

  test.each([
    ['{"city":"Par', true],
    ['{"city":', true],
    ['{"city":"Paris"', true],
    ['{"days":[1', true],
    ['{"city":"Paris"}}', false],
    ["{'city'", false],
  ])('says of %s whether it was cut off: %s', async (text, cutOff) => {
    const { runtime } = open()
    const call = runtime.open({ toolName: 'weather' })
    call.delta(text)
    call.end()
    const message = (await call.result).error?.message
    expect(message).toContain('- root: is not valid JSON')
    expect(message?.endsWith('it ends too early')).toBe(cutOff)
  })

  test('ends not_found at once for a name that no tool has, and drops what is written', async () => {
    const { runtime } = open()
    const call = runtime.open({ toolName: 'wether' })
    expect((await call.result).outcome).toBe('not_found')
    await call.delta('{"city":')
    call.end()
    expect((await heard(call.events)).map(event => event.type)).toEqual(['tool-error'])
  })

  test('ends in error for options of no use', async () => {
    const { runtime } = open()
    const call = runtime.open({ toolName: 'weather', timeoutMs: -1 })
    const result = await call.result
    expect(result.error?.message).toContain('timeoutMs must be')
    call.abort()
  })

  test('belongs to the scope it was opened in', async () => {
    const t = open()
    const ofAcme = t.scope({ tenant: 'acme', agentName: 'planner' })
    const [acme, other] = [ofAcme.events(), t.scope({ tenant: 'other' }).events()]
    const call = ofAcme.open({ toolName: 'weather' })
    call.end()
    await call.result
    acme.close()
    other.close()
    expect((await heard(acme)).length).toBe((await heard(call.events)).length)
    expect(await heard(other)).toEqual([])
    expect(t.span('execute_tool weather').attributes['gen_ai.agent.name']).toBe('planner')
  })

  test('waits for approval with the input that streamed in', async () => {
    const t = open({ requireApproval: true })
    const call = t.open({ toolName: 'weather' })
    call.delta('{"city":"Paris"}')
    call.end()
    const result = await call.result
    expect(result.outcome).toBe('awaiting_approval')
    const ticket = result.outcome === 'awaiting_approval' ? result.ticket : ''
    expect(await t.approve(ticket, { by: 'ada' })).toMatchObject({
      outcome: 'ok',
      toolCallId: call.toolCallId,
      output: { city: 'Paris' },
    })
  })

  test('is typed by the tool', async () => {
    const { runtime } = open()
    const call = runtime.open({ toolName: 'weather' })
    call.available({ city: 'Rome' })
    const result = await call.result
    if (result.outcome === 'ok') expect(result.output.degrees).toBe(21)
  })
})

describe('the time a model takes to write the input', () => {
  test('is in the span, and in no duration', async () => {
    const t = open({ onInputDelta: turn })
    const call = t.runtime.open({ toolName: 'weather' })
    await call.delta('{"city":')
    await t.clock.advance(60_000)
    await call.delta('"Paris"}')
    call.end()
    const result = await call.result
    expect(result.outcome).toBe('ok')
    expect(result.durationMs).toBeLessThan(30_000)
    const [point] = await t.metric('gen_ai.execute_tool.duration')
    expect(point?.sum).toBeLessThan(30)
  })

  test('is in no duration either where the waiting is cut off', async () => {
    const t = open()
    const call = t.runtime.open({ toolName: 'weather', timeoutMs: 60_000 })
    call.delta('{"city":')
    await t.clock.advance(60_000)
    const result = await call.result
    expect(result.outcome).toBe('timed_out')
    expect(result.durationMs).toBeLessThan(30_000)
  })

  test('is not taken twice from the work of the tool', async () => {
    const t = open({
      onInputStart: () => turn(),
      execute: async () => {
        await t.clock.advance(60_000)
        return 1
      },
    })
    const call = t.runtime.open({ toolName: 'weather' })
    await t.clock.advance(50_000)
    call.end()
    expect((await call.result).durationMs).toBeGreaterThanOrEqual(60_000)
  })
})

describe('a call that waits for its input', () => {
  test('has an open span, under the context it was opened in', async () => {
    const t = open()
    const call = t.runtime.open({ toolName: 'weather' })
    expect(t.startedSpans()).toBe(1)
    expect(t.spans()).toEqual([])
    call.end()
    await call.result
    expect(t.startedSpans()).toBe(t.spans().length)
    const { events } = t.span('execute_tool weather')
    expect(events.map(event => event.name)).toEqual(['toolspan.input.received'])
  })

  test('ends at its deadline', async () => {
    const t = open({ timeoutMs: 50 })
    const call = t.runtime.open({ toolName: 'weather' })
    await call.delta('{"city":')
    await t.clock.advance(50)
    expect((await call.result).outcome).toBe('timed_out')
  })

  test('ends cancelled at once when its caller aborts', async () => {
    const t = open()
    const controller = new AbortController()
    const call = t.runtime.open({ toolName: 'weather', abortSignal: controller.signal })
    await call.delta('{"city":')
    controller.abort(new Error('changed my mind'))
    const result = await call.result
    expect(result.outcome).toBe('cancelled')
    expect(result.error?.cause).toEqual(new Error('changed my mind'))
  })

  test('ends cancelled when it was aborted before', async () => {
    const { runtime } = open()
    const abortSignal = AbortSignal.abort(new Error('too late'))
    const call = runtime.open({ toolName: 'weather', abortSignal })
    expect(await call.result).toMatchObject({ outcome: 'cancelled', error: { cause: new Error('too late') } })
  })

  test('can be aborted by itself, while it waits and while it runs', async () => {
    const t = open({ execute: () => new Promise(() => {}) })
    const waiting = t.runtime.open({ toolName: 'weather' })
    waiting.abort(new Error('no'))
    expect(await waiting.result).toMatchObject({ outcome: 'cancelled', error: { cause: new Error('no') } })
    const running = t.runtime.open({ toolName: 'weather' })
    running.end()
    await turn()
    running.abort()
    await t.clock.advance(1_000)
    expect((await running.result).outcome).toBe('cancelled')
    expect(t.startedSpans()).toBe(t.spans().length)
  })

  test('lets go of everyone who still writes to it', async () => {
    const t = open({ onInputDelta: () => new Promise(() => {}) })
    const call = t.runtime.open({ toolName: 'weather' })
    const writing = [call.delta('{"city"'), call.delta(':"Paris"}')]
    await turn()
    call.abort()
    await Promise.all(writing)
    await call.delta('more')
    call.end()
    await t.clock.advance(1_000)
    expect((await call.result).outcome).toBe('cancelled')
  })

  test('ends cancelled when its runtime is closed before the input is there', async () => {
    const { runtime } = open()
    const [unfinished, finished] = [
      runtime.open({ toolName: 'weather' }),
      runtime.open({ toolName: 'weather' }),
    ]
    unfinished.delta('{"city":')
    finished.end()
    expect(await runtime.close()).toMatchObject({ done: true, calls: 0 })
    expect(await unfinished.result).toMatchObject({
      outcome: 'cancelled',
      error: { cause: new Error('The runtime was closed before the input was there') },
    })
    expect((await finished.result).outcome).toBe('ok')
  })

  test('leaves no listener on the signal of its caller', async () => {
    const { runtime } = open()
    const controller = new AbortController()
    let listeners = 0
    const { addEventListener, removeEventListener } = controller.signal
    Object.assign(controller.signal, {
      addEventListener(...args: never[]) {
        listeners += 1
        return Reflect.apply(addEventListener, controller.signal, args)
      },
      removeEventListener(...args: never[]) {
        listeners -= 1
        return Reflect.apply(removeEventListener, controller.signal, args)
      },
    })
    const call = runtime.open({ toolName: 'weather', abortSignal: controller.signal })
    expect(listeners).toBe(1)
    call.end()
    await call.result
    expect(listeners).toBe(0)
  })
})

describe('a streamed input that is written wrongly', () => {
  const misuses: [
    how: string,
    misuse: (call: ReturnType<ReturnType<typeof open>['runtime']['open']>) => unknown,
    says: string,
  ][] = [
    ['delta() after end()', call => call.delta('more'), 'delta() cannot follow end()'],
    ['end() twice', call => call.end(), 'end() cannot follow end()'],
    ['available() after end()', call => call.available({}), 'available() cannot follow end()'],
  ]

  test.each(misuses)('%s is told in a sentence, and changes nothing', async (_how, misuse, says) => {
    const { runtime } = open()
    const call = runtime.open({ toolName: 'weather' })
    call.delta('{"city":"Paris"}')
    call.end()
    expect(() => misuse(call)).toThrow(TypeError)
    expect(() => misuse(call)).toThrow(says)
    expect(await call.result).toMatchObject({ outcome: 'ok', output: { city: 'Paris' } })
    expect(() => misuse(call)).toThrow(says)
  })

  test('end() after available() is told, and changes nothing', async () => {
    const { runtime } = open()
    const call = runtime.open({ toolName: 'weather' })
    call.available({ city: 'Rome' })
    expect(() => call.end()).toThrow('end() cannot follow available()')
    expect(await call.result).toMatchObject({ output: { city: 'Rome' } })
  })

  test('a piece that is not text is told, without its value, and changes nothing', async () => {
    const { runtime } = open()
    const call = runtime.open({ toolName: 'weather' })
    for (const [piece, says] of [
      [{ city: 'swordfish' }, 'a value of type object'],
      [null, 'null'],
      [['swordfish'], 'a list'],
      [undefined, 'a value of type undefined'],
    ]) {
      expect(() => call.delta(piece as never)).toThrow(`delta() takes text but was given ${says}`)
    }
    call.end()
    expect((await call.result).outcome).toBe('ok')
  })
})

describe('the events of a streamed call', () => {
  const types = async (events: AsyncIterable<ToolEvent>) => (await heard(events)).map(event => event.type)

  test('come from the very first, and end with the call, for one who asks for them late', async () => {
    const { runtime } = open()
    const call = runtime.open({ toolName: 'weather', toolCallId: 'call_1' })
    await call.delta('{"city":"Paris"}')
    call.end()
    await call.result
    const events = await heard(call.events)
    const of = { toolCallId: 'call_1', toolName: 'weather' }
    expect(events.map(({ type, payload }) => [type, payload])).toEqual([
      ['tool-call-input-streaming-start', of],
      ['tool-call-input-streaming-end', of],
      ['tool-call', { ...of, args: { city: 'Paris' } }],
      ['tool-result', { ...of, result: { city: 'Paris', degrees: 21 } }],
    ])
  })

  test('are those of the one call', async () => {
    const { runtime } = open()
    const [a, b] = [runtime.open({ toolName: 'weather' }), runtime.open({ toolName: 'weather' })]
    a.end()
    b.end()
    await runtime.call('weather', {})
    const [ofA, ofB] = [await heard(a.events), await heard(b.events)]
    expect(new Set(ofA.map(event => event.toolCallId))).toEqual(new Set([a.toolCallId]))
    expect(ofB).toHaveLength(ofA.length)
  })

  test('reach the listeners of the runtime too, raw pieces only the application', async () => {
    const { runtime } = open()
    const display = runtime.events()
    const application = runtime.events({ audience: 'application' })
    const call = runtime.open({ toolName: 'weather' })
    call.delta('{"city":')
    call.delta('"Paris"}')
    call.end()
    await call.result
    display.close()
    application.close()
    expect(await types(display)).toEqual(await types(call.events))
    const raw = (await heard(application)).filter(event => event.type === 'tool-call-delta')
    expect(raw.map(({ payload }) => payload['argsTextDelta'])).toEqual(['{"city":', '"Paris"}'])
  })

  test('show pieces where the tool has a transform for them, through the redactor', async () => {
    const filler = 'some ordinary words, and more of them; '.repeat(12)
    const token = 'ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'
    const inputDelta = ({ inputTextDelta }: { inputTextDelta?: string }) => inputTextDelta
    const { runtime } = open({ transform: { display: { inputDelta } } })
    const call = runtime.open({ toolName: 'weather' })
    const text = JSON.stringify({ city: `${filler}${token} ${filler}` })
    for (let at = 0; at < text.length; at += 7) call.delta(text.slice(at, at + 7))
    call.end()
    const shown = (await heard(call.events)).filter(event => event.type === 'tool-call-delta')
    const said = shown.map(({ payload }) => payload['argsTextDelta']).join('')
    expect(said).toContain('some ordinary words')
    expect(said).not.toMatch(/ghp_|A1b2/)
  })

  test('stop for a reader that leaves, and for it alone', async () => {
    let shown = 0
    const input = () => {
      shown += 1
      return 'shown'
    }
    const tool = weather({ transform: { display: { input } } })
    const { createRuntime } = await import('toolspan')
    const runtime = createRuntime({ tools: [tool], logs: { logger: false } })
    const call = runtime.open({ toolName: 'weather' })
    for await (const event of call.events) {
      expect(event.type).toBe('tool-call-input-streaming-start')
      break
    }
    call.end()
    expect((await call.result).outcome).toBe('ok')
    expect(shown).toBe(0)
  })

  test('have no end of the streaming where the input never became complete', async () => {
    const { runtime } = open()
    const call = runtime.open({ toolName: 'weather' })
    call.delta('{"city":')
    call.abort()
    await call.result
    expect(await types(call.events)).toEqual(['tool-call-input-streaming-start', 'tool-error'])
  })

  test('of a call that is not streamed are none of the three', async () => {
    const t = open()
    await t.call('weather', {})
    expect(t.events().map(event => event.type)).toEqual(['tool-call', 'tool-result'])
  })
})

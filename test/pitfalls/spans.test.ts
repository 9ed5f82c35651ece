import { context, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api'
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core'
import { createTool, observe } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const sleep = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

function toolThat(execute: (input: unknown, call: { abortSignal: AbortSignal }) => unknown) {
  return createTool({
    id: 'tried',
    description: 'Tried',
    execute: (input, call) => execute(input, call) as never,
  })
}

describe('where a span belongs', () => {
  test('A streaming tool that makes a span before its second chunk makes it under its own span', async () => {
    const tool = createTool({
      id: 'tried',
      description: 'Streams',
      async *execute() {
        yield 'first'
        await observe.span('before the second', () => {})
        yield 'second'
      },
    })
    const t = createTestRuntime({ tools: [tool] })
    await t.call('tried', {})
    expect(t.span('before the second').parentSpanId).toBe(t.span('execute_tool tried').spanId)
  })

  test('A streaming tool that is left early has its span ended, once', async () => {
    const abort = new AbortController()
    const tool = createTool({
      id: 'tried',
      description: 'Streams',
      async *execute() {
        yield 'first'
        abort.abort()
        await sleep(5)
        yield 'second'
      },
    })
    const t = createTestRuntime({ tools: [tool] })
    const { outcome } = await t.call('tried', {}, { abortSignal: abort.signal })
    expect(outcome).toBe('cancelled')
    expect(t.spans().map(span => span.name)).toEqual(['execute_tool tried'])
  })

  test('What a tool logs when its signal is aborted has the ids of its span', async () => {
    const abort = new AbortController()
    const t = createTestRuntime({
      tools: [
        createTool({
          id: 'tried',
          description: 'Listens',
          execute: async (_input, call) => {
            call.abortSignal?.addEventListener('abort', () => call.observe.log('warn', 'told to stop'))
            abort.abort()
            await sleep(5)
            return 1
          },
        }),
      ],
    })
    await t.call('tried', {}, { abortSignal: abort.signal })
    expect(t.logs().find(({ body }) => body === 'told to stop')?.spanId).toBe(
      t.span('execute_tool tried').spanId,
    )
  })

  test('A call that waited for its turn belongs to whoever made it, not to the call before it', async () => {
    const inner = createTool({
      id: 'inner',
      description: 'Inner',
      maxConcurrency: 1,
      execute: () => sleep(2),
    })
    const outer = createTool({
      id: 'outer',
      description: 'Outer',
      execute: async () => {
        await observe.span('asks', () => t.call('inner', {}))
        return 1
      },
    })
    const t = createTestRuntime({ tools: [inner, outer] })
    await Promise.all([t.call('outer', { name: 'a' }), t.call('outer', { name: 'b' })])
    const asks = t.spans().filter(({ name }) => name === 'asks')
    const inners = t.spans().filter(({ name }) => name === 'execute_tool inner')
    expect(new Set(inners.map(({ parentSpanId }) => parentSpanId))).toEqual(
      new Set(asks.map(({ spanId }) => spanId)),
    )
  })

  test('A call without a parent opens a trace of its own', async () => {
    const t = createTestRuntime({ tools: [toolThat(() => 1)] })
    const { traceId } = await t.call('tried', {})
    expect(traceId).toMatch(/^(?!0+$)[0-9a-f]{32}$/)
    expect(t.span('execute_tool tried').parentSpanId).toBeUndefined()
  })

  test('Without an SDK there are no ids, rather than ids of zeroes', async () => {
    const tool = toolThat(() =>
      observe.span('child', span => [span.traceId ?? 'none', span.spanId ?? 'none']),
    )
    expect(await tool.execute({})).toEqual(['none', 'none'])
  })
})

describe('the content of a call on its span', () => {
  const odd = () => {
    const circle: Record<string, unknown> = { at: new Date(0), big: 10n, missing: undefined, not: Number.NaN }
    circle['self'] = circle
    return circle
  }

  test('A date, a bigint, a circle and undefined among the arguments are one JSON text on either line', async () => {
    const t = createTestRuntime({ tools: [toolThat(() => 1)], capture: 'redacted' })
    expect((await t.call('tried', odd() as never)).outcome).toBe('ok')
    const text = t.span('execute_tool tried').attributes['gen_ai.tool.call.arguments']
    expect(JSON.parse(String(text))).toMatchObject({ at: '1970-01-01T00:00:00.000Z', big: '10n' })
  })

  test('An argument of a megabyte is cut on the span and whole in the tool', async () => {
    let seen = 0
    const tool = toolThat(input => {
      seen = String((input as { text: string }).text).length
    })
    const t = createTestRuntime({ tools: [tool], capture: 'redacted' })
    await t.call('tried', { text: 'a b '.repeat(250_000) })
    const { attributes } = t.span('execute_tool tried')
    expect(seen).toBe(1_000_000)
    expect(Buffer.byteLength(String(attributes['gen_ai.tool.call.arguments']))).toBeLessThanOrEqual(2000)
    expect(attributes['toolspan.arguments.truncated']).toBe(true)
  })

  test('Two hundred attributes of the caller push out none of our own', async () => {
    const t = createTestRuntime({ tools: [toolThat(() => Promise.reject(new Error('no')))] })
    const attributes = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`app.${i}`, i]))
    await t.call('tried', {}, { attributes })
    const kept = t.span('execute_tool tried').attributes
    expect(kept).toMatchObject({
      'gen_ai.tool.name': 'tried',
      'toolspan.outcome': 'error',
      'error.type': 'Error',
    })
    expect(Object.keys(kept).length).toBeLessThanOrEqual(128)
  })
})

describe('what is said of an exception', () => {
  async function exceptionOf(thrown: unknown) {
    const t = createTestRuntime({ tools: [toolThat(() => Promise.reject(thrown))] })
    await t.call('tried', {})
    const span = t.span('execute_tool tried')
    const event = span.events.find(({ name }) => name === 'exception')
    return { span, event: event?.attributes ?? {} }
  }

  test.each([
    ['a DOMException', new DOMException('stopped', 'AbortError'), 'AbortError'],
    ['an error of Node', Object.assign(new TypeError('bad'), { code: 'ERR_INVALID_ARG' }), 'TypeError'],
    ['an AggregateError', new AggregateError([new Error('one of many')], 'all'), 'AggregateError'],
  ])('The type of %s is the name of its class and no code', async (_, thrown, type) => {
    const { event, span } = await exceptionOf(thrown)
    expect(event['exception.type']).toBe(type)
    expect(span.attributes['error.type']).toBe(type)
  })

  test('The causes of an error and the errors of an AggregateError are in its stack trace', async () => {
    const caused = await exceptionOf(new Error('outside', { cause: new RangeError('inside') }))
    expect(String(caused.event['exception.stacktrace'])).toContain('RangeError: inside')
    const many = await exceptionOf(new AggregateError([new Error('one of many')], 'all'))
    expect(String(many.event['exception.stacktrace'])).toContain('one of many')
  })

  test.each([undefined, null, 42, 'text', {}, Symbol('s')])(
    'A thrown %s is an exception with a type and a text, too',
    async thrown => {
      const { event, span } = await exceptionOf(thrown)
      expect(event['exception.type']).toEqual(expect.stringMatching(/\w/))
      expect(span).toMatchObject({ status: 'error', statusMessage: expect.any(String) })
    },
  )

  test('The message of a status is a text of bounded length and without the secret, whatever was thrown', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`
    const thrown = Object.assign(new Error(), { message: new Error(`${secret} ${'x'.repeat(100_000)}`) })
    const { span } = await exceptionOf(thrown)
    expect(typeof span.statusMessage).toBe('string')
    expect(span.statusMessage?.length).toBeLessThan(1_200)
    expect(JSON.stringify(span)).not.toContain(secret)
  })
})

describe('context from outside', () => {
  const composite = new CompositePropagator({
    propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()],
  })
  beforeAll(() => void propagation.setGlobalPropagator(composite))
  afterAll(() => propagation.disable())

  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

  test('A call whose parent came in with a traceparent continues that trace, and hands it on', async () => {
    const sent: Record<string, string> = {}
    const tool = createTool({
      id: 'tried',
      description: 'Hands on',
      execute: () =>
        observe.span('asks', ({ traceId = '', spanId = '' }) => {
          propagation.inject(trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: 1 }), sent)
        }),
    })
    const t = createTestRuntime({ tools: [tool] })
    await t.call('tried', {}, { parent: propagation.extract(ROOT_CONTEXT, { traceparent }) })
    expect(t.span('execute_tool tried')).toMatchObject({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      parentSpanId: 'b7ad6b7169203331',
    })
    expect(sent['traceparent']).toBe(`00-0af7651916cd43dd8448eb211c80319c-${t.span('asks').spanId}-01`)
  })

  test.each(['', '00-zz-zz-01', 'x'.repeat(10_000), `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`])(
    'A traceparent that is none (%#) opens a new trace and disturbs nothing',
    async broken => {
      const t = createTestRuntime({ tools: [toolThat(() => 1)] })
      const parent = propagation.extract(context.active(), {
        traceparent: broken,
        tracestate: '=,',
        baggage: '==',
      })
      expect(await t.call('tried', {}, { parent })).toMatchObject({ outcome: 'ok' })
      expect(t.span('execute_tool tried').parentSpanId).toBeUndefined()
    },
  )
})

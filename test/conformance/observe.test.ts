import { observe as ambient, createTool, type ToolObserve } from 'toolspan'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { byName } from './by-name.js'
import { doors, type OpenDoor } from './doors.js'
import { laterDoors } from './later-doors.js'
import { callSpan } from './observed.js'

vi.mock('../../src/observe/default-logger.js', () => import('./stderr-lines.js'))

let open: OpenDoor | undefined

afterEach(() => open?.close())

function toolThat(work: (observe: ToolObserve) => unknown) {
  return createTool({
    id: 'weather',
    description: 'Weather',
    execute: async (_input, { observe }) => work(observe),
  })
}

// Both spellings of the same helper: from the context, and imported.
const helpers: [name: string, of: (observe: ToolObserve) => ToolObserve][] = [
  ['context.observe', observe => observe],
  ['the imported observe', () => ambient],
]

const cases = [...doors, ...laterDoors].flatMap(door =>
  helpers.map(([helper, of]) => ({ door, of, name: `${door.name}, ${helper}` })),
)

// https://github.com/mastra-ai/mastra/issues/22854
describe.each(byName(cases))('%s', (_name, { door, of }) => {
  test.skipIf(door.cannot?.options)(
    'gives one child span and one log record with the ids of the call',
    async () => {
      const tool = toolThat(async observe => {
        of(observe).log('info', 'asked the station', { station: 'LYS' })
        return of(observe).span('fetch', () => 21, { 'http.method': 'GET' })
      })
      open = door.open(tool)
      const answer = await open.call({}, { toolCallId: 'call_1' })
      expect(answer.output).toBe(21)
      const parent = callSpan(open)
      const children = open.spans().filter(span => span.name === 'fetch')
      expect(children.map(child => [child.traceId, child.parentSpanId, child.attributes])).toEqual([
        [parent.traceId, parent.spanId, { 'http.method': 'GET' }],
      ])
      const records = open.logs().filter(log => log.body === 'asked the station')
      expect(records.map(log => [log.severityText, log.traceId, log.spanId, log.attributes])).toEqual([
        [
          'INFO',
          parent.traceId,
          parent.spanId,
          { station: 'LYS', 'gen_ai.tool.name': 'weather', 'gen_ai.tool.call.id': 'call_1' },
        ],
      ])
      const lines = open.lines().filter(line => line.message === 'asked the station')
      expect(lines.map(line => [line.level, line.fields['trace_id'], line.fields['span_id']])).toEqual([
        ['info', parent.traceId, parent.spanId],
      ])
      expect(parent.events.map(event => event.name)).toContain('asked the station')
    },
  )

  test.skipIf(door.cannot?.thrown)('records an error of a child, and rethrows the same value', async () => {
    const thrown = new RangeError('too cold')
    const tool = toolThat(observe =>
      of(observe).span('fetch', () => {
        throw thrown
      }),
    )
    open = door.open(tool)
    const answer = await open.call({})
    expect(answer.thrown?.value).toBe(thrown)
    const child = open.spans().find(span => span.name === 'fetch')
    expect(child?.status).toBe('error')
    expect(child?.attributes['error.type']).toBe('RangeError')
    expect(open.startedSpans()).toBe(open.spans().length)
  })

  test('nests spans truly, side by side and one in the other', async () => {
    const tool = toolThat(async observe => {
      const branch = (name: string) =>
        of(observe).span(name, async () => {
          await new Promise(resolve => setImmediate(resolve))
          return of(observe).span(`${name}.inner`, () => name)
        })
      return Promise.all(['a', 'b', 'c'].map(branch))
    })
    open = door.open(tool)
    expect((await open.call({})).output).toEqual(['a', 'b', 'c'])
    const byName = new Map(open.spans().map(span => [span.name, span]))
    for (const name of ['a', 'b', 'c']) {
      expect(byName.get(name)?.parentSpanId).toBe(callSpan(open).spanId)
      expect(byName.get(`${name}.inner`)?.parentSpanId).toBe(byName.get(name)?.spanId)
    }
  })
})

describe.each(byName([...doors, ...laterDoors]))('%s', (_name, door) => {
  test('keeps the parent of a span that an async generator makes after each yield', async () => {
    const tool = createTool({
      id: 'weather',
      description: 'Weather',
      async *execute(_input, { observe }) {
        for (const part of ['one', 'two', 'three']) {
          await observe.span(part, () => {})
          await ambient.span(`ambient ${part}`, () => {})
          yield part
        }
        return 'done'
      },
    })
    open = door.open(tool)
    expect((await open.call({})).output).toBe('done')
    const parent = callSpan(open)
    const children = open.spans().filter(({ name }) => /one|two|three/.test(name))
    expect(children).toHaveLength(6)
    for (const child of children) expect(child.parentSpanId).toBe(parent.spanId)
  })

  test('tells a span handle its ids and takes attributes and events on it', async () => {
    const tool = toolThat(observe =>
      observe.span('fetch', span => {
        span.setAttribute('rows', 3)
        span.setAttributes({ cached: true, tags: ['a', 'b'] })
        span.addEvent('page', { number: 1 })
        return [span.traceId, span.spanId]
      }),
    )
    open = door.open(tool)
    const { output } = await open.call({})
    const child = open.spans().find(span => span.name === 'fetch')
    expect(output).toEqual([child?.traceId, child?.spanId])
    expect(child?.attributes).toEqual({ rows: 3, cached: true, tags: ['a', 'b'] })
    expect(child?.events).toEqual([{ name: 'page', attributes: { number: 1 } }])
  })

  test.skipIf(door.cannot?.values)('gives a complete context to a call without one', async () => {
    let seen: Record<string, unknown> = {}
    const tool = createTool({
      id: 'weather',
      description: 'Weather',
      execute: async (_input, context) => {
        const { toolCallId, idempotencyKey, attempt, abortSignal, requestContext, suspend, writer } = context
        seen = { toolCallId, idempotencyKey, attempt, abortSignal, requestContext, suspend, writer }
        return [context.agent, context.workflow, context.mcp]
      },
    })
    open = door.open(tool)
    expect((await open.call({})).output).toEqual([undefined, undefined, undefined])
    expect(seen).toMatchObject({
      toolCallId: expect.stringMatching(/^call_/),
      idempotencyKey: seen['toolCallId'],
      attempt: 1,
      abortSignal: expect.any(AbortSignal),
      requestContext: expect.objectContaining({ get: expect.any(Function), set: expect.any(Function) }),
      suspend: expect.any(Function),
      writer: { write: expect.any(Function) },
    })
  })
})

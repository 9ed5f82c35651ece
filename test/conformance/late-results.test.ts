import { diag } from '@opentelemetry/api'
import { createTool, memoryStore } from 'toolspan'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { byName } from './by-name.js'
import { type OpenDoor, runtimeDoors } from './doors.js'
import { laterDoors } from './later-doors.js'
import { commonEvents } from './observed.js'

vi.mock('../../src/observe/default-logger.js', () => import('./stderr-lines.js'))

let open: OpenDoor | undefined

afterEach(() => open?.close())

type Late = { settle: () => void; promise: Promise<unknown> }

function late(how: 'resolve' | 'reject'): Late {
  let settle = () => {}
  const promise = new Promise((resolve, reject) => {
    settle = () => (how === 'resolve' ? resolve('late') : reject(new Error('late')))
  })
  return { settle: () => settle(), promise }
}

const turns = () => new Promise(resolve => setTimeout(resolve, 5))

const cases = [...runtimeDoors, ...laterDoors].flatMap(door =>
  (['resolve', 'reject'] as const).flatMap(how => [
    {
      name: `${door.name}: an execute that ${how}s after the deadline`,
      door,
      how,
      fields: { timeoutMs: 50 },
      outcome: 'timed_out',
    },
    {
      name: `${door.name}: an execute that ${how}s after its only attempt's deadline`,
      door,
      how,
      fields: { attemptTimeoutMs: 50 },
      outcome: 'timed_out',
    },
    {
      name: `${door.name}: an execute that ${how}s after the grace period of an abort`,
      door,
      how,
      fields: {},
      outcome: 'cancelled',
    },
  ]),
)

describe.each(byName(cases))('%s', (_name, { door, how, fields, outcome }) => {
  test('changes nothing and counts as late', async () => {
    const { settle, promise } = late(how)
    const controller = new AbortController()
    open = door.open(createTool({ id: 'slow', description: 'Slow', ...fields, execute: () => promise }))
    const running = open.call({}, outcome === 'cancelled' ? { abortSignal: controller.signal } : {})
    await open.advance(1)
    if (outcome === 'cancelled') controller.abort(new Error('enough'))
    await open.advance(1_000)
    const answer = await running
    expect(answer.outcome).toBe(outcome)
    const before = JSON.stringify([open.spans(), open.events(), open.transcript(), open.lines()])
    expect(await open.metric('toolspan.tool.late')).toEqual([])
    settle()
    await turns()
    expect(JSON.stringify([open.spans(), open.events(), open.transcript(), open.lines()])).toBe(before)
    const lates = await open.metric('toolspan.tool.late')
    expect(lates.map(point => [point.attributes, point.value])).toEqual([[{ 'gen_ai.tool.name': 'slow' }, 1]])
    const calls = await open.metric('toolspan.tool.calls')
    expect(calls.map(point => [point.attributes['toolspan.outcome'], point.value])).toEqual([[outcome, 1]])
  })
})

describe.each(byName(runtimeDoors))('%s', (_name, door) => {
  // https://github.com/mastra-ai/mastra/issues/17074
  test.each([
    ['the deadline', { timeoutMs: 50 }, 'error', 'timeout'],
    ["an attempt's deadline", { attemptTimeoutMs: 50 }, 'error', 'timeout'],
    ['an abort', {}, 'unset', undefined],
  ])(
    'a tool that never comes back leaves no span open past %s, and a late end writes to none',
    async (_what, fields, status, errorType) => {
      const warnings: unknown[] = []
      const warn = (...given: unknown[]) => void warnings.push(given)
      diag.setLogger(
        { error: warn, warn, info() {}, debug() {}, verbose() {} },
        { suppressOverrideMessage: true },
      )
      const { settle, promise } = late('reject')
      const tool = createTool({
        id: 'slow',
        description: 'Slow',
        retry: { maxAttempts: 1 },
        ...fields,
        execute: (_input, { observe }) =>
          observe.span('fetch', span =>
            observe
              .span('parse', () => promise)
              .finally(() => {
                span.setAttribute('late', true)
                span.addEvent('late')
              }),
          ),
      })
      open = door.open(tool)
      const controller = new AbortController()
      const running = open.call({}, { abortSignal: controller.signal })
      await turns()
      if (!errorType) controller.abort()
      await open.advance(1_000)
      await running
      const inside = open.spans().filter(span => !span.name.startsWith('execute_tool'))
      expect(inside.map(span => [span.name, span.status, span.attributes['error.type']])).toEqual(
        ['parse', 'fetch', 'attempt 1'].map(name => [name, status, errorType]),
      )
      expect(open.startedSpans()).toBe(4)
      settle()
      await turns()
      expect(open.spans()).toHaveLength(4)
      expect(warnings).toEqual([])
      diag.disable()
    },
  )

  test('a tool that streams on after the deadline is no longer heard', async () => {
    const { settle, promise } = late('resolve')
    const tool = createTool({
      id: 'slow',
      description: 'Slow',
      timeoutMs: 50,
      async *execute(_input, { writer }) {
        yield 'in time'
        await promise
        await writer.write('written late')
        yield 'yielded late'
      },
    })
    open = door.open(tool)
    const running = open.call({})
    await open.advance(100)
    await running
    settle()
    await turns()
    const types = commonEvents(open).map(({ type, payload }) => [type, payload['output']])
    expect(types).toEqual([
      ['tool-call', undefined],
      ['tool-output', 'in time'],
      ['tool-error', undefined],
    ])
  })

  test('a tool that suspends after the deadline leaves no ticket', async () => {
    const tickets = memoryStore()
    const { settle, promise } = late('resolve')
    const tool = createTool({
      id: 'slow',
      description: 'Slow',
      timeoutMs: 50,
      execute: async (_input, { suspend }) => {
        await promise
        return suspend({})
      },
    })
    open = door.open(tool, { tickets })
    const running = open.call({})
    await open.advance(100)
    expect((await running).outcome).toBe('timed_out')
    settle()
    await turns()
    expect((await tickets.list()).filter(({ kind }) => kind !== 'task')).toEqual([])
  })

  test('a policy that asks for approval after the deadline leaves no ticket', async () => {
    const tickets = memoryStore()
    const { settle, promise } = late('resolve')
    const requireApproval = async () => (await promise) === 'late'
    open = door.open(
      createTool({ id: 'slow', description: 'Slow', timeoutMs: 50, requireApproval, execute: () => 1 }),
      {
        tickets,
      },
    )
    const running = open.call({})
    await open.advance(100)
    expect((await running).outcome).toBe('timed_out')
    settle()
    await turns()
    expect(await tickets.list()).toEqual([])
  })
})

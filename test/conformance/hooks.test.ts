import { createTool } from 'toolspan'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { byName } from './by-name.js'
import { type Door, doors, type OpenDoor } from './doors.js'
import { laterDoors } from './later-doors.js'

vi.mock('../../src/observe/default-logger.js', () => import('./stderr-lines.js'))

let open: OpenDoor | undefined

afterEach(() => open?.close())

type HookName = 'onInputAvailable' | 'onOutput' | 'onError'

class HookBroke extends Error {}

const failures: [how: string, hook: () => unknown, errorType: string][] = [
  [
    'throws',
    () => {
      throw new HookBroke('hook')
    },
    'HookBroke',
  ],
  ['rejects', () => Promise.reject(new HookBroke('hook')), 'HookBroke'],
  ['throws nothing at all', () => Promise.reject(undefined), '_OTHER'],
  ['never settles', () => new Promise(() => {}), 'timeout'],
]

function toolWith(hook: HookName, run: () => unknown) {
  const execute =
    hook === 'onError' ? () => Promise.reject(new TypeError('tool')) : async () => ({ degrees: 21 })
  return createTool({ id: 'weather', description: 'Weather', execute, [hook]: run as () => void })
}

const hooksOf = (door: Door) =>
  laterDoors.includes(door)
    ? (['onOutput', 'onError'] as const)
    : (['onInputAvailable', 'onOutput', 'onError'] as const)

const cases = [...doors, ...laterDoors].flatMap(door =>
  hooksOf(door).flatMap(hook =>
    failures.map(([how, run, errorType]) => ({
      door,
      hook,
      how,
      run,
      errorType,
      name: `${door.name}: an ${hook} that ${how}`,
    })),
  ),
)

describe.each(byName(cases))('%s', (_name, { door, hook, run, errorType }) => {
  test('changes nothing of the answer, and is counted and logged once', async () => {
    let told = 0
    open = door.open(
      toolWith(hook, () => {
        told += 1
        return run()
      }),
    )
    const running = open.call({})
    await open.advance(5_100)
    const answer = await running
    expect(answer.outcome).toBe(hook === 'onError' ? 'error' : 'ok')
    expect(told).toBe(1)
    const points = await open.metric('toolspan.hook.duration')
    expect(points.map(point => [point.attributes, point.count])).toEqual([
      [{ 'gen_ai.tool.name': 'weather', 'toolspan.hook.name': hook, 'error.type': errorType }, 1],
    ])
    const lines = open.lines().filter(line => line.message.startsWith(`${hook} of weather failed`))
    expect(lines.map(line => line.level)).toEqual(['error'])
  })
})

describe.each(byName(doors))('%s', (_name, door) => {
  test('a hook that works is measured without an error type', async () => {
    open = door.open(toolWith('onOutput', () => {}))
    await open.call({})
    const [point] = await open.metric('toolspan.hook.duration')
    expect(point?.attributes).toEqual({ 'gen_ai.tool.name': 'weather', 'toolspan.hook.name': 'onOutput' })
  })

  test('the time a hook takes is no part of the duration of the call', async () => {
    const pause = () => new Promise<void>(resolve => setImmediate(() => setImmediate(resolve)))
    const slow = async () => {
      for (let i = 0; i < 40; i += 1) await pause()
    }
    const started = performance.now()
    open = door.open(toolWith('onInputAvailable', slow))
    await open.call({})
    const wall = performance.now() - started
    const [duration] = await open.metric('gen_ai.execute_tool.duration')
    const [hook] = await open.metric('toolspan.hook.duration')
    expect((duration?.sum ?? 0) + (hook?.sum ?? 0)).toBeLessThanOrEqual(wall / 1_000)
  })

  test.skipIf(door.cannot?.options)(
    'hooks are told the call id, the signal and what they are about',
    async () => {
      const told: Record<string, unknown>[] = []
      const keep = (argument: object) => void told.push({ ...argument })
      const tool = createTool({
        id: 'weather',
        description: 'Weather',
        inputSchema: z.object({ city: z.string().default('Lyon') }),
        execute: async ({ city }) => ({ city }),
        onInputAvailable: keep,
        onOutput: keep,
      })
      open = door.open(tool)
      const messages = [{ role: 'user', content: 'how warm is it?' }]
      await open.call({}, { toolCallId: 'call_1', messages })
      const abortSignal = expect.any(AbortSignal)
      expect(told).toEqual([
        { toolCallId: 'call_1', abortSignal, messages, input: { city: 'Lyon' } },
        { toolCallId: 'call_1', abortSignal, toolName: 'weather', output: { city: 'Lyon' } },
      ])
    },
  )

  test('onError is told the thrown value itself', async () => {
    const thrown = Object.freeze({ code: 7 })
    const told: unknown[] = []
    const tool = createTool({
      id: 'weather',
      description: 'Weather',
      execute: () => Promise.reject(thrown),
      onError: ({ error }) => void told.push(error),
    })
    open = door.open(tool)
    await open.call({})
    expect(told[0]).toBe(thrown)
  })

  test('the input hooks of a streamed call are told of an input that streams in, and of no other', async () => {
    const streamed = new Set<string>()
    const tool = createTool({
      id: 'weather',
      description: 'Weather',
      execute: async () => 1,
      onInputStart: () => void streamed.add('start'),
      onInputDelta: () => void streamed.add('delta'),
    })
    open = door.open(tool)
    expect((await open.call({})).outcome).toBe('ok')
    expect([...streamed]).toEqual(door.streams)
  })
})

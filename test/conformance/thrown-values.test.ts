import { createTool } from 'toolspan'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { byName } from './by-name.js'
import { doorsThatCan, type OpenDoor } from './doors.js'
import { laterDoors } from './later-doors.js'
import { callSpan, exceptionsOn } from './observed.js'

vi.mock('../../src/observe/default-logger.js', () => import('./stderr-lines.js'))

let open: OpenDoor | undefined

afterEach(() => open?.close())

class RateLimitError extends Error {}

const proxied = new Proxy(new Error('behind a proxy'), {})
const revocable = Proxy.revocable({}, {})
revocable.revoke()
const hostile = {
  get message(): string {
    throw new Error('do not read me')
  },
}
const looping = new Error('loops')
looping.cause = looping

/** What a tool may throw, and the `error.type` it has. */
const values: [name: string, value: unknown, type: string][] = [
  ['undefined', undefined, '_OTHER'],
  ['null', null, '_OTHER'],
  ['42', 42, '_OTHER'],
  ['a text', 'no', '_OTHER'],
  ['a symbol', Symbol('no'), '_OTHER'],
  ['an object without a prototype', Object.create(null), '_OTHER'],
  ['an Error', new Error('no'), 'Error'],
  ['an error class', new RateLimitError('slow down'), 'RateLimitError'],
  ['a DOMException', new DOMException('stop', 'AbortError'), 'AbortError'],
  ['an AggregateError', new AggregateError([new Error('a'), 'b'], 'both'), 'AggregateError'],
  ['an Error that is its own cause', looping, 'Error'],
  ['an Error with a name nobody could count', Object.assign(new Error('no'), { name: 'E 1 2 3' }), '_OTHER'],
  ['a frozen Error', Object.freeze(new Error('frozen')), 'Error'],
  ['a proxied Error', proxied, 'Error'],
  ['a revoked proxy', revocable.proxy, '_OTHER'],
  ['an object whose message throws', hostile, '_OTHER'],
]

const ways: [name: string, throwing: (value: unknown) => () => unknown][] = [
  [
    'throws',
    value => () => {
      throw value
    },
  ],
  ['rejects with', value => () => Promise.reject(value)],
]

describe.each(byName([...doorsThatCan('thrown'), ...laterDoors]))('%s', (_name, door) => {
  test.each(ways.flatMap(([way, throwing]) => values.map(one => [way, ...one, throwing] as const)))(
    'a tool that %s %s: the same value comes back, counted by type',
    async (_way, _name, value, type, throwing) => {
      open = door.open(createTool({ id: 'weather', description: 'Weather', execute: throwing(value) }))
      const before = type === '_OTHER' ? undefined : Object.getOwnPropertyDescriptors(value)
      const answer = await open.call({})
      expect(answer.outcome).toBe('error')
      expect(answer.thrown && Object.is(answer.thrown.value, value)).toBe(true)
      if (before) expect(Object.getOwnPropertyDescriptors(value)).toEqual(before)
      const span = callSpan(open)
      expect(span.status).toBe('error')
      expect(span.attributes['error.type']).toBe(type)
      expect(exceptionsOn(span).map(event => event.attributes['exception.type'])).toEqual([type])
      const [point] = await open.metric('gen_ai.execute_tool.duration')
      expect(point?.attributes['error.type']).toBe(type)
    },
  )

  test('a returned Error is an output like any other', async () => {
    const returned = new Error('an answer')
    open = door.open(createTool({ id: 'weather', description: 'Weather', execute: async () => returned }))
    const answer = await open.call({})
    expect(answer.outcome).toBe('ok')
    expect(answer.output).toBe(returned)
    expect(callSpan(open).status).toBe('unset')
  })

  test('the causes of what was thrown stand in the stack of the span', async () => {
    const cause = new Error('the line is down')
    const all = new AggregateError([new RateLimitError('first try')], 'gave up', { cause })
    open = door.open(
      createTool({ id: 'weather', description: 'Weather', execute: () => Promise.reject(all) }),
    )
    await open.call({})
    const stack = exceptionsOn(callSpan(open))[0]?.attributes['exception.stacktrace']
    expect(stack).toContain('gave up')
    expect(stack).toContain('the line is down')
    expect(stack).toContain('first try')
  })
})

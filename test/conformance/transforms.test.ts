import { createTool, type ToolTransform } from 'toolspan'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { backgroundDoor } from './background-door.js'
import { byName } from './by-name.js'
import { type DoorOptions, type OpenDoor, runtimeDoors } from './doors.js'
import { commonEvents } from './observed.js'

vi.mock('../../src/observe/default-logger.js', () => import('./stderr-lines.js'))

let open: OpenDoor | undefined

afterEach(() => open?.close())

const execute = async () => ({ name: 'Acme', debugScore: 0.9731846 })

function toolWith(transform: ToolTransform, more: object = {}) {
  return createTool({ id: 'customer', description: 'Looks up', execute, ...more, transform } as never)
}

function shown(door: OpenDoor): unknown[] {
  return commonEvents(door).map(({ type, payload }) => [
    type,
    payload['args'] ?? payload['result'] ?? payload['error'],
  ])
}

const view = (door: OpenDoor) => door.transcript().map(({ type, view }) => [type, view])

const placeholder = (phase: string) => ({ message: `Tool ${phase} payload unavailable` })

class TransformBroke extends Error {}

const failures: [how: string, transform: () => unknown, errorType: string][] = [
  [
    'throws',
    () => {
      throw new TransformBroke('raw 0.9731846')
    },
    'TransformBroke',
  ],
  ['rejects', () => Promise.reject(new TransformBroke('raw 0.9731846')), 'TransformBroke'],
  ['answers undefined', () => undefined, 'undefined'],
  ['never settles', () => new Promise(() => {}), 'timeout'],
]

describe.each(byName(runtimeDoors))('%s', (_name, door) => {
  test('transforms are applied to what is shown and kept, never to what the caller gets', async () => {
    const phases = {
      input: () => ({ id: 7 }),
      output: ({ output }: { output?: unknown }) => ({ name: (output as { name: string }).name }),
    }
    open = door.open(toolWith({ display: phases, transcript: phases }))
    const answer = await open.call({ id: 7, internalPath: '/srv/a' })
    expect(answer.output).toEqual({ name: 'Acme', debugScore: 0.9731846 })
    expect(shown(open)).toEqual([
      ['tool-call', { id: 7 }],
      ['tool-result', { name: 'Acme' }],
    ])
    expect(view(open)).toEqual([
      ['tool.input', { id: 7 }],
      ['tool.output', { name: 'Acme' }],
    ])
  })

  // https://github.com/mastra-ai/mastra/issues/19102
  test('every payload that is shown or kept was transformed once, and counted', async () => {
    const phases = { input: () => 'in', output: () => 'out' }
    open = door.open(toolWith({ display: phases, transcript: phases }))
    await open.call({})
    const counted = (await open.metric('toolspan.transform.duration'))
      .filter(point => point.attributes['toolspan.transform.target'] !== 'model')
      .map(({ attributes, count }) => [
        attributes['toolspan.transform.target'],
        attributes['toolspan.transform.phase'],
        count,
      ])
    expect(counted.sort()).toEqual([
      ['display', 'input', 1],
      ['display', 'output', 1],
      // The call that dispatched a task has a record of its input, and so has the task's attempt.
      ['transcript', 'input', door === backgroundDoor ? 2 : 1],
      ['transcript', 'output', 1],
    ])
  })

  // https://github.com/mastra-ai/mastra/issues/16054
  test.each(failures)(
    'a transform that %s shows a placeholder, is counted, and changes no result',
    async (_how, run, errorType) => {
      const phases = { input: () => 'in', output: run }
      open = door.open(toolWith({ display: phases, transcript: phases }))
      const running = open.call({})
      await open.advance(1_100)
      await open.advance(1_100)
      const answer = await running
      expect(answer.outcome).toBe('ok')
      expect(answer.output).toEqual({ name: 'Acme', debugScore: 0.9731846 })
      expect(shown(open)[1]).toEqual(['tool-result', placeholder('output')])
      expect(view(open)[1]).toEqual(['tool.output', placeholder('output')])
      const failed = (await open.metric('toolspan.transform.duration')).filter(
        point => point.attributes['error.type'] !== undefined,
      )
      const counted = failed.map(point => [
        point.attributes['toolspan.transform.target'],
        point.attributes['error.type'],
        point.count,
      ])
      expect(counted.sort()).toEqual([
        ['display', errorType, 1],
        ['transcript', errorType, 1],
      ])
      expect(JSON.stringify([open.events(), open.transcript(), open.lines(), open.logs()])).not.toContain(
        '0.9731846',
      )
    },
  )

  test('a phase that a configured target leaves out is not shown', async () => {
    open = door.open(toolWith({ display: { input: () => 'in' } }))
    await open.call({ id: 7 })
    expect(shown(open)).toEqual([
      ['tool-call', 'in'],
      ['tool-result', placeholder('output')],
    ])
    expect(view(open)).toEqual([
      ['tool.input', { id: 7 }],
      ['tool.output', { name: 'Acme', debugScore: 0.9731846 }],
    ])
  })

  test('the transform of an error is told the thrown value', async () => {
    const thrown = new Error('row 12 of customers_private')
    const told: unknown[] = []
    const error = (context: { error?: unknown }) => {
      told.push(context.error)
      return { message: 'Customer lookup failed' }
    }
    const failing = { execute: () => Promise.reject(thrown) }
    open = door.open(
      toolWith({ display: { input: () => 'in', error }, transcript: { input: () => 'in', error } }, failing),
    )
    await open.call({})
    expect(told).toEqual([thrown, thrown])
    expect(shown(open)[1]).toEqual(['tool-error', { message: 'Customer lookup failed' }])
    expect(view(open)[1]).toEqual(['tool.error', { message: 'Customer lookup failed' }])
  })

  test('an approval and a suspension are shown through their own transforms', async () => {
    const approval = ({ input }: { input?: unknown }) => ({ about: Object.keys(input as object) })
    open = door.open(toolWith({ display: { input: () => 'in', approval } }, { requireApproval: true }))
    await open.call({ id: 7 })
    expect(shown(open)[1]).toEqual(['tool-call-approval', { about: ['id'] }])

    const suspend = ({ suspendPayload }: { suspendPayload?: unknown }) => ({
      asked: suspendPayload === 'who?',
    })
    const suspending = {
      execute: (_: unknown, context: { suspend(asked: string): unknown }) => context.suspend('who?'),
    }
    open = door.open(toolWith({ display: { input: () => 'in', suspend } }, suspending))
    await open.call({ id: 7 })
    expect(commonEvents(open)[1]).toMatchObject({
      type: 'tool-call-suspended',
      payload: { suspendPayload: { asked: true } },
    })
  })

  test('the policy of the runtime runs after the transform of the tool, and the redactor last', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    const policy = (context: { output?: unknown; input?: unknown }) => [
      context.output ?? context.input,
      secret,
    ]
    const options: DoorOptions = { transform: policy }
    open = door.open(toolWith({ display: { input: () => 'tool in', output: () => 'tool out' } }), options)
    await open.call({})
    expect(shown(open)).toEqual([
      ['tool-call', ['tool in', expect.stringContaining('REDACTED')]],
      ['tool-result', ['tool out', expect.stringContaining('REDACTED')]],
    ])
  })

  test.skipIf(door.cannot?.values)('nothing raw can be reached from what is shown', async () => {
    class Customer {
      name = 'Acme'
      get debug() {
        return 'raw'
      }
    }
    open = door.open(
      toolWith({}, { execute: async () => Object.assign(new Customer(), { [Symbol('raw')]: 'raw' }) }),
    )
    const answer = await open.call({})
    expect(answer.output).toBeInstanceOf(Customer)
    const result = open.events().at(-1)?.payload['result'] as object
    expect(result).toEqual({ name: 'Acme' })
    expect([null, Object.prototype]).toContain(Object.getPrototypeOf(result))
    expect(Object.getOwnPropertySymbols(result)).toEqual([])
    expect(result).not.toBe(answer.output)
  })
})

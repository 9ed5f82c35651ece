import { createRuntime, createTool, type EventFilter } from 'toolspan'
import { describe, expect, test } from 'vitest'

const add = createTool({
  id: 'add',
  description: 'Add',
  execute: async () => ({ sum: 3, apiKey: 'k-12345678' }),
})
const fail = createTool({ id: 'fail', description: 'Fail', execute: () => Promise.reject(new Error('no')) })

const quiet = { logs: { logger: false } }

async function heard(
  filter: EventFilter | undefined,
  calls: (runtime: ReturnType<typeof open>) => Promise<unknown>,
) {
  const runtime = open()
  const subscription = runtime.events(filter)
  await calls(runtime)
  subscription.close()
  const events = []
  for await (const event of subscription) events.push(event)
  return events
}

function open() {
  return createRuntime({ tools: [add, fail], ...quiet })
}

describe('runtime.events', () => {
  test('tells what happens in a call, in order, with its id', async () => {
    const events = await heard(undefined, runtime => runtime.call('add', { a: 1 }, { toolCallId: 'call_1' }))
    expect(events).toEqual([
      {
        type: 'tool-call',
        toolCallId: 'call_1',
        toolName: 'add',
        payload: { toolCallId: 'call_1', toolName: 'add', args: { a: 1 } },
      },
      {
        type: 'tool-result',
        toolCallId: 'call_1',
        toolName: 'add',
        payload: {
          toolCallId: 'call_1',
          toolName: 'add',
          result: { sum: 3, apiKey: expect.stringContaining('REDACTED') },
        },
      },
    ])
  })

  test('shows the real payloads to the application alone', async () => {
    const events = await heard({ audience: 'application' }, runtime => runtime.call('add', {}))
    expect(events.at(-1)?.payload['result']).toEqual({ sum: 3, apiKey: 'k-12345678' })
  })

  test.each<[by: string, filter: EventFilter, types: string[]]>([
    ['tool', { toolName: 'fail' }, ['tool-call', 'tool-error']],
    ['call', { toolCallId: 'call_1' }, ['tool-call', 'tool-result']],
    ['type', { types: ['tool-error', 'tool-result'] }, ['tool-result', 'tool-error']],
    ['all at once', { toolName: 'add', toolCallId: 'call_2', types: ['tool-call'] }, []],
  ])('filters by %s', async (_by, filter, types) => {
    const events = await heard(filter, async runtime => {
      await runtime.call('add', {}, { toolCallId: 'call_1' })
      await runtime.call('fail', {}, { toolCallId: 'call_2' })
    })
    expect(events.map(event => event.type)).toEqual(types)
  })

  test('keeps the newest ten thousand for a reader that is behind, and counts the rest', async () => {
    const runtime = open()
    const subscription = runtime.events()
    for (let i = 0; i < 5_005; i += 1) await runtime.call('add', {}, { toolCallId: `call_${i}` })
    expect(subscription.dropped).toBe(10)
    expect((await subscription.next()).value.toolCallId).toBe('call_5')
  })

  test('ends for a reader that leaves its loop', async () => {
    const runtime = open()
    const subscription = runtime.events()
    await runtime.call('add', {})
    for await (const event of subscription) {
      expect(event.type).toBe('tool-call')
      break
    }
    await runtime.call('add', {})
    const rest = []
    for await (const event of subscription) rest.push(event.type)
    expect(rest).toEqual(['tool-result'])
  })

  test('wakes every waiting reader, and ends them all on close', async () => {
    const runtime = open()
    const subscription = runtime.events()
    const pulls = [subscription.next(), subscription.next(), subscription.next()]
    await runtime.call('add', {})
    subscription.close()
    const answers = await Promise.all(pulls)
    expect(answers.map(({ done, value }) => done || value.type)).toEqual(['tool-call', 'tool-result', true])
  })

  test('is told nothing of what nobody reads: no transform runs', async () => {
    let runs = 0
    const input = () => {
      runs += 1
      return 'shown'
    }
    const tool = createTool({
      id: 'seen',
      description: 'Seen',
      transform: { display: { input } },
      execute: async () => 1,
    })
    const runtime = createRuntime({ tools: [tool], ...quiet })
    await runtime.call('seen', {})
    expect(runs).toBe(0)
    const subscription = runtime.events()
    await runtime.call('seen', {})
    subscription.close()
    expect(runs).toBe(1)
  })
})

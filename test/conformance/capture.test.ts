import { createTool, type ToolObserve } from 'toolspan'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { METRIC } from '../../src/observe/names.js'
import { byName } from './by-name.js'
import { doors, type OpenDoor, runtimeDoors } from './doors.js'
import { callSpan, everything } from './observed.js'

vi.mock('../../src/observe/default-logger.js', () => import('./stderr-lines.js'))

let open: OpenDoor | undefined

afterEach(() => open?.close())

const word = 'marmalade'

const tools: [name: string, fields: object][] = [
  ['answers', { execute: async () => ({ jam: word }) }],
  ['throws', { execute: () => Promise.reject(new Error(`no ${word} left`)) }],
  [
    'throws in each attempt',
    { retry: { maxAttempts: 2 }, execute: () => Promise.reject(new Error(`no ${word} left`)) },
  ],
  [
    'throws in a child span',
    {
      execute: (_: unknown, { observe }: { observe: ToolObserve }) =>
        observe.span('look', () => Promise.reject(new Error(`no ${word} left`))),
    },
  ],
  ['refuses its input', { inputSchema: z.object({ jam: z.number(`not ${word}`) }) }],
  [
    'answers what does not fit',
    { outputSchema: z.object({ jam: z.number() }), execute: async () => ({ jam: word }) },
  ],
  ['must be approved', { requireApproval: true }],
  [
    'suspends',
    {
      execute: (_: unknown, context: { suspend(asked: unknown): unknown }) => context.suspend({ jam: word }),
    },
  ],
]

const cases = doors.flatMap(door =>
  tools.map(([name, fields]) => ({ name: `${door.name}: a tool that ${name}`, door, fields })),
)

function toolWith(fields: object) {
  return createTool({ id: 'pantry', description: 'Pantry', execute: async () => 'ok', ...fields } as never)
}

// https://github.com/mastra-ai/mastra/issues/5802
describe.each(byName(cases))('%s', (_name, { door, fields }) => {
  test("with capture: 'none' leaves nothing of its input or output in telemetry or transcript", async () => {
    open = door.open(toolWith({ ...fields, capture: 'none' }))
    const running = open.call({ jam: word })
    await open.advance(10)
    const answer = await running
    const { spans, logs, lines, transcript } = open
    const metrics = await Promise.all(Object.values(METRIC).map(open.metric))
    expect(JSON.stringify([spans(), logs(), lines(), transcript(), metrics])).not.toContain(word)
    expect(callSpan(open).attributes['toolspan.outcome']).toBe(answer.outcome)
  })

  test('without it is seen in telemetry, so that the promise above means something', async () => {
    open = door.open(toolWith(fields))
    const running = open.call({ jam: word })
    await open.advance(10)
    await running
    expect(await everything(open, [])).toContain(word)
  })
})

describe.each(byName(runtimeDoors))('%s', (_name, door) => {
  test("puts no content in spans unless capture is 'redacted'", async () => {
    open = door.open(toolWith({ execute: async () => ({ jam: word }) }), { capture: 'none' })
    await open.call({ jam: word })
    expect(JSON.stringify(open.spans())).not.toContain(word)
    open = door.open(toolWith({ execute: async () => ({ jam: word }) }), { capture: 'redacted' })
    await open.call({ jam: word })
    const content = {
      'gen_ai.tool.call.arguments': '{"jam":"marmalade"}',
      'gen_ai.tool.call.result': '{"jam":"marmalade"}',
    }
    expect(callSpan(open).attributes).toMatchObject(content)
  })

  test("lets a tool ask for content where the runtime's default is none", async () => {
    open = door.open(toolWith({ capture: 'redacted' }), { capture: 'none' })
    await open.call({ jam: word })
    expect(callSpan(open).attributes['gen_ai.tool.call.arguments']).toBe('{"jam":"marmalade"}')
  })
})

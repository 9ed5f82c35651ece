import { afterEach, describe, expect, test, vi } from 'vitest'
import { byName } from './by-name.js'
import { type Door, doors, type OpenDoor } from './doors.js'
import { type Ending, endings, runs } from './endings.js'
import { laterDoors } from './later-doors.js'
import { callSpan, callsIn, endLog } from './observed.js'

vi.mock('../../src/observe/default-logger.js', () => import('./stderr-lines.js'))

let open: OpenDoor | undefined

afterEach(() => {
  open?.close()
  runs.count = 0
})

const named = (door: Door) => (ending: Ending) => ({
  door,
  ending,
  name: `${door.name} ends ${ending.outcome}`,
})

const cases = [
  ...doors.flatMap(door =>
    endings
      .filter(ending => door.hasRuntime || !ending.needsRuntime)
      .filter(({ outcome }) => outcome !== 'dispatched' || !door.cannot?.elsewhere)
      .map(named(door)),
  ),
  ...laterDoors.flatMap(door => endings.filter(({ atInput }) => !atInput).map(named(door))),
]

async function run({ door, ending }: { door: Door; ending: Ending }, more: object = {}) {
  open = door.open(ending.tool(more), ending.runtime)
  const options = ending.call?.() ?? {}
  const running = open.call(ending.input, options)
  await ending.meanwhile?.(open, options)
  return { answer: await running, observed: open }
}

describe.each(byName(cases))('%s', (_name, { door, ending }) => {
  const { outcome, errorType } = ending

  test('with one word on the answer, the span, the metrics, the log and the transcript', async () => {
    const { answer, observed } = await run({ door, ending })
    expect(answer.outcome).toBe(outcome)
    if (outcome === 'dispatched') await observed.advance(50)
    expect(callSpan(observed).attributes['toolspan.outcome']).toBe(outcome)
    expect(
      (await observed.metric('toolspan.tool.calls')).map(point => [point.attributes, point.value]),
    ).toEqual([[{ 'gen_ai.tool.name': 'weather', 'toolspan.outcome': outcome }, 1]])
    const record = endLog(observed)
    if (errorType || door.hasRuntime) expect(record?.attributes['toolspan.outcome']).toBe(outcome)
    const kept = observed.transcript().flatMap(entry => entry.outcome ?? [])
    if (door.hasRuntime && outcome !== 'audit_unavailable') expect(kept).toEqual([outcome])
  })

  test('with the duration measured exactly when execute ran or the outcome is an error', async () => {
    const { observed } = await run({ door, ending })
    const points = await observed.metric('gen_ai.execute_tool.duration')
    const attributes = {
      'gen_ai.tool.name': 'weather',
      'gen_ai.tool.type': 'function',
      'toolspan.outcome': outcome,
      ...(errorType && { 'error.type': errorType }),
    }
    const measured = ending.executes === 1 || errorType !== undefined
    expect(points.map(point => [point.attributes, point.count])).toEqual(measured ? [[attributes, 1]] : [])
  })

  test('with the status and error.type that belong to the outcome', async () => {
    const { observed } = await run({ door, ending })
    if (outcome === 'dispatched') await observed.advance(50)
    const span = callSpan(observed)
    expect(span.name).toBe('execute_tool weather')
    expect(span.status).toBe(errorType ? 'error' : 'unset')
    expect(span.attributes['error.type']).toBe(errorType)
    if (errorType) expect(span.statusMessage).toEqual(expect.any(String))
  })

  test('with every span that was started ended, and the right number of executions', async () => {
    const { observed } = await run({ door, ending })
    if (outcome === 'dispatched') await observed.advance(50)
    expect(observed.startedSpans()).toBe(observed.spans().length)
    expect(callsIn(observed.spans())).toHaveLength(1)
    expect(runs.count).toBe(ending.executes)
  })

  test('with no call left among the active ones', async () => {
    const { observed } = await run({ door, ending })
    const active = await observed.metric('toolspan.tool.active')
    expect(active.map(point => point.value)).toEqual([0])
  })

  test('with the hooks that belong to the outcome, each once', async () => {
    const heard: string[] = []
    const onInputAvailable = () => void heard.push('available')
    const onOutput = () => void heard.push('output')
    const onError = (told: { outcome: string; toolName: string }) =>
      void heard.push(`error ${told.outcome} ${told.toolName}`)
    await run({ door, ending }, { onInputAvailable, onOutput, onError })
    const expected = outcome === 'input_invalid' || laterDoors.includes(door) ? [] : ['available']
    if (outcome === 'ok') expected.push('output')
    if (errorType || outcome === 'cancelled') expected.push(`error ${outcome} weather`)
    expect(heard).toEqual(expected)
  })
})

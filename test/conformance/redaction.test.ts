import { afterEach, describe, expect, test, vi } from 'vitest'
import { METRIC } from '../../src/observe/names.js'
import { byName } from './by-name.js'
import { doors, type OpenDoor, runtimeDoors } from './doors.js'
import { laterDoors } from './later-doors.js'
import { callSpan, everything } from './observed.js'
import { hidings } from './secrets.js'

vi.mock('../../src/observe/default-logger.js', () => import('./stderr-lines.js'))

let open: OpenDoor | undefined

afterEach(() => open?.close())

const cases = [...doors, ...laterDoors].flatMap(door =>
  hidings
    .filter(hiding => !laterDoors.includes(door) || !hiding.atInput)
    .filter(hiding => (door.hasRuntime || !hiding.needsRuntime) && (door.hasResult || !hiding.needsResult))
    .filter(hiding => !hiding.call || !door.cannot?.options)
    .filter(hiding => !hiding.inText || !door.cannot?.values)
    .map(hiding => ({ door, hiding, name: `${door.name}: a secret in ${hiding.name}` })),
)

// https://github.com/langchain-ai/langsmith-sdk/pull/3110, https://github.com/mastra-ai/mastra/issues/22926
describe.each(byName(cases))('%s', (_name, { door, hiding }) => {
  test('reaches no sink', async () => {
    const { tool, input, call, runtime, leaves = /REDACTED/ } = hiding
    // The secret is made before the door opens, since the tool may hold it; the door is then asked to look for it.
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    open = door.open(tool(secret), runtime?.(secret))
    const running = open.call(input?.(secret) ?? {}, call?.(secret))
    await open.advance(10)
    const answer = await running
    const told = await everything(open, Object.values(METRIC))
    expect(told).not.toContain(secret)
    expect(told).toMatch(leaves)
    expect(callSpan(open).attributes['toolspan.outcome']).toBe(answer.outcome)
  })
})

describe.each(byName(runtimeDoors))('%s', (_name, door) => {
  test('the search for leaks finds a secret that was not taken out', async () => {
    const leaky = { redact: (value: unknown) => value, redactText: (text: string) => text } as never
    open = door.open(hidings[0]?.tool('') as never, { redactor: leaky })
    const canary = open.canary()
    await open.call({ note: canary })
    await expect(open.assertNoLeak()).rejects.toThrow('a planted secret reached: spans')
  })
})

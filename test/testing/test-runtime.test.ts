import { createTool } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'

const add = createTool({
  id: 'add',
  description: 'Add',
  execute: async (_input, { observe }) => {
    observe.log('info', 'adding')
    return observe.span('sum', () => 3)
  },
})

describe('createTestRuntime', () => {
  test('has everything that left the runtime at hand', async () => {
    const t = createTestRuntime({ tools: [add] })
    await t.call('add', {})
    expect(t.spans().map(span => span.name)).toEqual(['sum', 'execute_tool add'])
    expect(t.startedSpans()).toBe(2)
    expect(t.logs().map(log => log.body)).toEqual(['adding', 'add ended ok'])
    expect(t.lines().map(line => [line.level, line.message])).toEqual([
      ['info', 'adding'],
      ['debug', 'add ended ok'],
    ])
    expect((await t.metric('toolspan.tool.calls')).map(point => point.value)).toEqual([1])
    expect(t.events().map(event => event.type)).toEqual(['tool-call', 'tool-result'])
    expect(t.transcript().map(record => record.type)).toEqual(['tool.input', 'tool.output'])
  })

  test('keeps tests that run side by side apart', async () => {
    const [one, two] = [createTestRuntime({ tools: [add] }), createTestRuntime({ tools: [add] })]
    await Promise.all([one.call('add', {}), two.call('add', {}), two.call('add', {})])
    expect([one.spans().length, two.spans().length]).toEqual([2, 4])
    expect([one.logs().length, two.logs().length]).toEqual([2, 4])
    const calls = [await one.metric('toolspan.tool.calls'), await two.metric('toolspan.tool.calls')]
    expect(calls.map(points => points[0]?.value)).toEqual([1, 2])
    expect([one.events().length, two.events().length]).toEqual([2, 4])
  })

  test('says which spans there are where the one asked for is missing or not alone', async () => {
    const t = createTestRuntime({ tools: [add] })
    expect(() => t.span('sum')).toThrow('expected one span named "sum" but found 0; spans that ended: none')
    await t.call('add', {})
    await t.call('add', {})
    expect(() => t.span('sum')).toThrow(
      'expected one span named "sum" but found 2; spans that ended: sum, execute_tool',
    )
  })

  test('has no data points for a metric that was never recorded', async () => {
    expect(await createTestRuntime({ tools: [add] }).metric('toolspan.retries')).toEqual([])
  })

  test('records no span where traces are not sampled', async () => {
    const t = createTestRuntime({ tools: [add], sampled: false })
    expect(await t.call('add', {})).toMatchObject({ outcome: 'ok', output: 3 })
    expect(t.spans()).toEqual([])
  })
})

describe('a canary', () => {
  test('is fresh each time and of the shape of a secret', () => {
    const t = createTestRuntime({ tools: [add] })
    const canaries = [t.canary(), t.canary()]
    expect(new Set(canaries).size).toBe(2)
    for (const canary of canaries) expect(canary).toMatch(/^ghp_[0-9a-f]{36}$/)
  })

  const leaky = { redact: (value: unknown) => value, redactText: (text: string) => text } as never

  test.each<[sink: string, options: object]>([
    ['spans', {}],
    ['OpenTelemetry logs', {}],
    ['logger lines', {}],
    ['display events', {}],
    ['transcript', {}],
  ])('is found in %s', async sink => {
    const secrets: string[] = []
    const tell = createTool({
      id: 'tell',
      description: 'Tell',
      execute: async (_input, { observe }) => {
        observe.log('warn', String(secrets[0]))
        return secrets[0]
      },
    })
    const t = createTestRuntime({ tools: [tell], redactor: leaky })
    secrets.push(t.canary())
    await t.call('tell', {})
    await expect(t.assertNoLeak()).rejects.toThrow(sink)
  })

  test('is found in metrics', async () => {
    const secret = { name: 'unset' }
    const fail = createTool({
      id: 'fail',
      description: 'Fail',
      execute: () => Promise.reject(Object.assign(new Error('no'), secret)),
    })
    const t = createTestRuntime({ tools: [fail], redactor: leaky })
    secret.name = t.canary()
    await t.call('fail', {})
    await expect(t.assertNoLeak()).rejects.toThrow('metrics')
  })

  test('is not found where the redactor did its work', async () => {
    const t = createTestRuntime({ tools: [add], capture: 'redacted' })
    await t.call('add', { note: t.canary() })
    await expect(t.assertNoLeak()).resolves.toBeUndefined()
  })
})

describe('the test clock', () => {
  const { clock } = createTestRuntime({ tools: [add] })

  test('fires what falls due, in order, at its own time', async () => {
    const fired: [name: string, at: number][] = []
    const start = clock.now()
    for (const ms of [300, 100, 200])
      clock.setTimeout(() => void fired.push([`${ms}`, clock.now() - start]), ms)
    await clock.advance(250)
    expect(fired.map(([name]) => name)).toEqual(['100', '200'])
    expect(fired[0]?.[1]).toBeGreaterThanOrEqual(100)
    expect(fired[0]?.[1]).toBeLessThan(200)
    await clock.advance(100)
    expect(fired.map(([name]) => name)).toEqual(['100', '200', '300'])
  })

  test('fires a timer that a timer sets, where it falls due in the same stretch', async () => {
    const fired: string[] = []
    clock.setTimeout(() => {
      fired.push('outer')
      clock.setTimeout(() => void fired.push('inner'), 100)
    }, 100)
    await clock.advance(250)
    expect(fired).toEqual(['outer', 'inner'])
  })

  test('forgets a timer that was cleared', async () => {
    let fired = false
    clock
      .setTimeout(() => {
        fired = true
      }, 100)
      .clear()
    await clock.advance(1_000)
    expect(fired).toBe(false)
  })

  test('runs on its own between', async () => {
    const before = clock.now()
    await new Promise(resolve => setTimeout(resolve, 5))
    expect(clock.now()).toBeGreaterThan(before)
    const date = clock.date()
    await clock.advance(60_000)
    expect(clock.date() - date).toBeGreaterThan(59_990)
  })
})

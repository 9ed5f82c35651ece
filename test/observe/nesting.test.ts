import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { context as otel, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { createTool, observe, type ToolObserve } from 'toolspan'
import { createTestRuntime, type TestSpan } from 'toolspan/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

function open(work: (observe: ToolObserve, call: () => Promise<unknown>) => unknown) {
  const inner = createTool({
    id: 'inner',
    description: 'Inner',
    execute: () => observe.span('in inner', () => 1),
  })
  let callInner: () => Promise<unknown> = async () => undefined
  const outer = createTool({
    id: 'outer',
    description: 'Outer',
    execute: async (_input, context): Promise<unknown> => work(context.observe, callInner),
  })
  const t = createTestRuntime({ tools: [outer, inner] })
  callInner = () => t.call('inner', {})
  return t
}

const parentOf = (t: { spans(): TestSpan[] }, name: string) => {
  const parent = t.spans().find(span => span.name === name)?.parentSpanId
  return t.spans().find(span => span.spanId === parent)?.name
}

const hosts: [name: string, manager: AsyncLocalStorageContextManager | undefined][] = [
  ['no context manager', undefined],
  ['a context manager', new AsyncLocalStorageContextManager()],
]

describe.each(hosts)('with injected providers and %s', (_name, manager) => {
  beforeAll(() => void (manager && otel.setGlobalContextManager(manager.enable())))
  afterAll(() => void (manager && otel.disable()))

  test('spans nest across awaits, Promise.all and timers', async () => {
    const t = open(async observe => {
      await turn()
      await observe.span('first', async () => {
        await sleep(2)
        await Promise.all(
          ['a', 'b'].map(name => observe.span(name, () => observe.span(`${name}.1`, () => turn()))),
        )
        await new Promise<void>(resolve => {
          setTimeout(() => void observe.span('timer', () => resolve()), 1)
        })
      })
      await observe.span('second', () => {})
    })
    await t.call('outer', {})
    const tree = ['first', 'a', 'a.1', 'b', 'b.1', 'timer', 'second'].map(name => [name, parentOf(t, name)])
    expect(tree).toEqual([
      ['first', 'execute_tool outer'],
      ['a', 'first'],
      ['a.1', 'a'],
      ['b', 'first'],
      ['b.1', 'b'],
      ['timer', 'first'],
      ['second', 'execute_tool outer'],
    ])
  })

  test('a call made inside a tool is a child of where it was made', async () => {
    const t = open((observe, call) => observe.span('ask', call))
    await t.call('outer', {})
    expect(parentOf(t, 'execute_tool inner')).toBe('ask')
    expect(parentOf(t, 'in inner')).toBe('execute_tool inner')
    expect(new Set(t.spans().map(span => span.traceId)).size).toBe(1)
  })

  test('a listener that fires outside of the call still logs under it', async () => {
    const target = new EventTarget()
    const t = open(async observe => {
      target.addEventListener('ping', () => observe.log('info', 'heard'))
      await sleep(5)
    })
    const running = t.call('outer', {})
    await turn()
    target.dispatchEvent(new Event('ping'))
    await running
    expect(t.logs().find(log => log.body === 'heard')?.spanId).toBe(t.span('execute_tool outer').spanId)
  })

  test('calls made one after the other have a trace each', async () => {
    const t = open(() => 1)
    const results = [await t.call('outer', {}), await t.call('outer', {})]
    expect(new Set(results.map(result => result.traceId)).size).toBe(2)
    expect(t.spans().map(span => span.parentSpanId)).toEqual([undefined, undefined])
  })

  // https://github.com/microsoft/agent-framework/issues/6357
  test('1,000 calls at once with two children each leave no orphan and mix none', async () => {
    const t = open(async observe => {
      await turn()
      await Promise.all([observe.span('left', () => turn()), observe.span('right', () => turn())])
    })
    const results = await Promise.all(Array.from({ length: 1_000 }, () => t.call('outer', {})))
    const ids = new Map(results.map(result => [result.spanId, result.traceId]))
    expect(ids.size).toBe(1_000)
    for (const name of ['left', 'right']) {
      const children = t.spans().filter(span => span.name === name)
      expect(children).toHaveLength(1_000)
      expect(new Set(children.map(span => span.parentSpanId)).size).toBe(1_000)
      for (const child of children) expect(ids.get(child.parentSpanId)).toBe(child.traceId)
    }
  })

  test('the caller can say where the call belongs', async () => {
    const t = open(() => 1)
    const parent = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: 1 }
    await t.call('outer', {}, { parent: trace.setSpanContext(otel.active(), parent) })
    expect(t.span('execute_tool outer')).toMatchObject({
      traceId: parent.traceId,
      parentSpanId: parent.spanId,
    })
  })

  test('outside of a call the imported observe runs the function and writes nothing', async () => {
    const t = open(() => 1)
    expect(await observe.span('nowhere', span => span.traceId ?? 'no trace')).toBe('no trace')
    observe.log('error', 'nobody hears this')
    expect([t.startedSpans(), t.logs()]).toEqual([0, []])
  })

  test('work that outlives its call gets no span of its own, and its logs still have the ids', async () => {
    let late: Promise<unknown> = Promise.resolve()
    const t = open(observe => {
      late = sleep(5).then(() => observe.span('late', () => observe.log('info', 'still here')))
    })
    await t.call('outer', {})
    await late
    expect(t.spans().map(span => span.name)).toEqual(['execute_tool outer'])
    expect(t.spans()[0]?.events).toEqual([])
    expect(t.logs().find(log => log.body === 'still here')?.spanId).toBe(t.spans()[0]?.spanId)
  })
})

describe('with a context manager', () => {
  const manager = new AsyncLocalStorageContextManager()
  beforeAll(() => void otel.setGlobalContextManager(manager.enable()))
  afterAll(() => void otel.disable())

  test('the span of a call is the active one of the OpenTelemetry API inside the tool', async () => {
    let seen: string | undefined
    const t = open(async observe => {
      await turn()
      await observe.span('child', () => {
        seen = trace.getActiveSpan()?.spanContext().spanId
      })
    })
    await t.call('outer', {})
    expect(seen).toBe(t.span('child').spanId)
  })

  test('a call is a child of the active span', async () => {
    const t = open(() => 1)
    const parent = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: 1 }
    await otel.with(trace.setSpanContext(otel.active(), parent), () => t.call('outer', {}))
    expect(t.span('execute_tool outer')).toMatchObject({
      traceId: parent.traceId,
      parentSpanId: parent.spanId,
    })
  })
})

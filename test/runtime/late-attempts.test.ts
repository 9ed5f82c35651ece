import { createTool, type ToolExecutionContext } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'

/** A call whose first attempt overruns and goes on while the second runs. */
function overrunning(late: (context: ToolExecutionContext) => unknown) {
  let goOn = () => {}
  let finish = () => {}
  const released = new Promise<void>(resolve => {
    goOn = resolve
  })
  const second = new Promise<void>(resolve => {
    finish = resolve
  })
  const tool = createTool({
    id: 'slow',
    description: 'Slow',
    attemptTimeoutMs: 1_000,
    retry: { maxAttempts: 2 },
    mcp: { annotations: { idempotentHint: true } },
    execute: async (_input, context): Promise<unknown> => {
      if (context.attempt === 2) return second.then(() => 'second')
      await released
      return late(context)
    },
  })
  return {
    ...createTestRuntime({ tools: [tool], metrics: 'all' }),
    goOn: () => goOn(),
    finish: () => finish(),
  }
}

const turns = () => new Promise(resolve => setTimeout(resolve, 5))

describe('an attempt that goes on past its deadline', () => {
  test.each<[what: string, late: (context: ToolExecutionContext) => unknown]>([
    ['answers', () => 'first'],
    ['throws', () => Promise.reject(new Error('first'))],
    ['suspends', ({ suspend }) => suspend({ ask: 'first' })],
    ['writes', ({ writer }) => writer.write('first')],
  ])('and then %s has no say in the call', async (_what, late) => {
    const t = overrunning(late)
    const running = t.call('slow', {})
    await turns()
    await t.clock.advance(1_001)
    t.goOn()
    await turns()
    t.finish()
    expect(await running).toMatchObject({ outcome: 'ok', output: 'second' })
    expect(t.events().map(event => event.type)).toEqual(['tool-call', 'tool-result'])
    expect((await t.metric('toolspan.tool.late')).map(point => point.value)).toEqual([1])
  })
})

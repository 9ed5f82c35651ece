import { createTool, NotExecutableError } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

// https://github.com/vercel/ai/issues/7660
const camera = createTool({
  id: 'camera',
  description: 'Takes a picture on the device',
  inputSchema: z.object({ flash: z.boolean() }),
})

function open(options: object = {}) {
  return createTestRuntime({ tools: [camera], capture: 'redacted', ...options })
}

async function dispatch(t: ReturnType<typeof open>) {
  const result = await t.call('camera', { flash: true }, { toolCallId: 'call_1' })
  if (result.outcome !== 'dispatched') throw new Error(`expected dispatched but it ended ${result.outcome}`)
  return result
}

describe('a tool that runs elsewhere', () => {
  test('is dispatched with its input validated, and its span stays open', async () => {
    const t = open()
    const result = await dispatch(t)
    expect(result).toMatchObject({ outcome: 'dispatched', toolName: 'camera', toolCallId: 'call_1' })
    expect([t.startedSpans(), t.spans().length]).toEqual([1, 0])
    expect(t.events().map(event => event.type)).toEqual(['tool-call'])
    expect((await t.call('camera', { flash: 'yes' as never })).outcome).toBe('input_invalid')
  })

  test('closes its span when it settles, with what came of it', async () => {
    const t = open()
    const { settle } = await dispatch(t)
    settle({ width: 640, apiKey: 'k-12345678' })
    const span = t.span('execute_tool camera')
    expect(span.status).toBe('unset')
    expect(span.attributes).toMatchObject({
      'gen_ai.tool.call.id': 'call_1',
      'toolspan.outcome': 'dispatched',
      'gen_ai.tool.call.arguments': '{"flash":true}',
      'gen_ai.tool.call.result': expect.stringMatching(/^\{"width":640,"apiKey":"\[REDACTED/),
    })
    await new Promise(resolve => setImmediate(resolve))
    expect(t.events().at(-1)).toMatchObject({ type: 'tool-result', payload: { result: { width: 640 } } })
  })

  test('settles once', async () => {
    const t = open()
    const { settle } = await dispatch(t)
    settle('first')
    settle('second')
    await new Promise(resolve => setImmediate(resolve))
    expect(t.spans()).toHaveLength(1)
    expect(t.events().filter(event => event.type === 'tool-result')).toHaveLength(1)
  })

  test('has its span closed by the deadline, after which it settles in vain', async () => {
    const t = open({ timeoutMs: 1_000 })
    const { settle } = await dispatch(t)
    await t.clock.advance(900)
    expect(t.spans()).toHaveLength(0)
    await t.clock.advance(200)
    expect(t.span('execute_tool camera').attributes['toolspan.outcome']).toBe('dispatched')
    settle('late')
    expect(t.spans()).toHaveLength(1)
    expect(t.span('execute_tool camera').attributes).not.toHaveProperty('gen_ai.tool.call.result')
  })

  test('has its span closed in the end without a deadline', async () => {
    const t = open()
    await dispatch(t)
    await t.clock.advance(600_000)
    expect(t.spans()).toHaveLength(1)
  })

  test('rejects direct execution with a sentence that says what to do', async () => {
    const t = open()
    const running = t.tool('camera').execute({ flash: true })
    await expect(running).rejects.toThrow(NotExecutableError)
    await expect(t.tool('camera').execute({ flash: true })).rejects.toThrow(
      'camera has no execute function: give it one, or call it through a runtime, which dispatches it',
    )
    expect(t.spans()).toHaveLength(2)
  })
})

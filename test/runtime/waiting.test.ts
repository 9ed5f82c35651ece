import { createTool } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

describe('a call that waits for a person', () => {
  it('is counted as pending from when its ticket is kept', async () => {
    const pay = createTool({ id: 'pay', description: 'Pays', requireApproval: true, execute: () => 1 })
    const t = createTestRuntime({ tools: [pay] })
    await t.call('pay', {})
    await t.call('pay', {})
    expect(await t.metric('toolspan.approval.pending')).toEqual([
      { attributes: { 'gen_ai.tool.name': 'pay' }, value: 2 },
    ])
  })

  it('is suspended also when the tool does not wait for suspend()', async () => {
    const suspendSchema = z.object({ question: z.string() })
    const slowly = suspendSchema.refine(async () => true)
    for (const schema of [suspendSchema, slowly]) {
      const ask = createTool({
        id: 'ask',
        description: 'Asks',
        suspendSchema: schema,
        execute: (_input, { suspend }) => {
          void suspend({ question: 'how many?' })
          return 'ignored'
        },
      })
      const t = createTestRuntime({ tools: [ask] })
      const result = await t.call('ask', {})
      expect(result).toMatchObject({ outcome: 'suspended', suspendPayload: { question: 'how many?' } })
    }
  })
})

describe('an input that may be missing', () => {
  it('is not repaired where nothing is valid', async () => {
    const seen: unknown[] = []
    const list = createTool({
      id: 'list',
      description: 'Lists',
      inputSchema: z.object({ query: z.string() }).optional(),
      execute: input => void seen.push(input),
    })
    const t = createTestRuntime({ tools: [list] })
    await t.call('list', undefined)
    expect(seen).toEqual([undefined])
    expect(t.span('execute_tool list').attributes).not.toHaveProperty('toolspan.input.repairs')
  })
})

describe('a watcher whose transform never ends', () => {
  it('keeps a result no longer than one transform may take', async () => {
    const count = createTool({
      id: 'count',
      description: 'Counts',
      async *execute() {
        for (let n = 0; n < 50; n += 1) yield n
      },
      transform: { display: { progress: () => new Promise(() => {}), output: () => new Promise(() => {}) } },
    })
    const t = createTestRuntime({ tools: [count], transformTimeoutMs: 100 })
    const running = t.call('count', {})
    await t.clock.advance(99)
    const early = await Promise.race([running, 'still waiting'])
    await t.clock.advance(10)
    expect([early, (await running).outcome]).toEqual(['still waiting', 'ok'])
  })
})

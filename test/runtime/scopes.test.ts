import { createTool } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'

function open() {
  const contexts: unknown[] = []
  const tools = [
    createTool({
      id: 'note',
      description: 'Note',
      execute: async (_input, { requestContext }) => contexts.push(requestContext.toJSON()),
    }),
    createTool({ id: 'pay', description: 'Pay', requireApproval: true, execute: async () => 'paid' }),
  ]
  return { ...createTestRuntime({ tools, agentName: 'house' }), contexts }
}

describe('runtime.scope', () => {
  test('gives its defaults to calls, in spans, metrics and transcript', async () => {
    const t = open()
    const defaults = {
      tenant: 'acme',
      actor: 'ann',
      subject: 'customer-7',
      sessionId: 's1',
      conversationId: 'c1',
    }
    const scoped = t.scope({ ...defaults, agentName: 'helper', requestContext: { locale: 'fr' } })
    await scoped.call('note', {})
    expect(t.span('execute_tool note').attributes).toMatchObject({
      'gen_ai.agent.name': 'helper',
      'gen_ai.conversation.id': 'c1',
      'toolspan.tenant': 'acme',
    })
    const [duration] = await t.metric('gen_ai.execute_tool.duration')
    expect(duration?.attributes['gen_ai.agent.name']).toBe('helper')
    expect(t.transcript()[0]).toMatchObject(defaults)
    expect(t.contexts).toEqual([{ locale: 'fr' }])
  })

  test('gives them to a tool that is bound to it, too', async () => {
    const t = open()
    const scoped = t.scope({ tenant: 'acme', actor: 'ann', requestContext: { locale: 'fr' } })
    await scoped.tool('note').execute({})
    await scoped.tool('note').execute({}, { toolCallId: 'call_2' })
    expect(t.contexts).toEqual([{ locale: 'fr' }, { locale: 'fr' }])
    expect(t.transcript().map(record => [record.tenant, record.actor])).toEqual(
      Array(4).fill(['acme', 'ann']),
    )
  })

  test('lets a call say otherwise, in everything but its tenant', async () => {
    const t = open()
    const scoped = t.scope({ tenant: 'acme', actor: 'ann', conversationId: 'c1' })
    await scoped.call('note', {}, { actor: 'bob', conversationId: undefined, tenant: 'other' } as never)
    expect(t.transcript()[0]).toMatchObject({ tenant: 'acme', actor: 'bob', conversationId: 'c1' })
  })

  test('can be narrowed further', async () => {
    const t = open()
    const outer = t.scope({ tenant: 'acme', requestContext: { locale: 'fr', plan: 'free' } })
    await outer.scope({ actor: 'ann', requestContext: { plan: 'paid' } }).call('note', {})
    expect(t.transcript()[0]).toMatchObject({ tenant: 'acme', actor: 'ann' })
    expect(t.contexts).toEqual([{ locale: 'fr', plan: 'paid' }])
  })

  test('leaves the runtime it came from as it was', async () => {
    const t = open()
    t.scope({ tenant: 'acme', agentName: 'helper' })
    await t.call('note', {})
    expect(t.span('execute_tool note').attributes).toMatchObject({ 'gen_ai.agent.name': 'house' })
    expect(t.transcript()[0]?.tenant).toBeUndefined()
  })

  test("lists its own tenant's waiting calls only", async () => {
    const t = open()
    const acme = t.scope({ tenant: 'acme' })
    const other = t.scope({ tenant: 'other' })
    const first = await acme.call('pay', { amount: 5 })
    await other.call('pay', { amount: 7 })
    await t.call('pay', { amount: 9 })
    const ticket = first.outcome === 'awaiting_approval' && first.ticket
    expect(await acme.pending()).toMatchObject([
      { ticket, kind: 'approval', toolName: 'pay', shown: { amount: 5 } },
    ])
    expect((await other.pending()).map(({ shown }) => shown)).toEqual([{ amount: 7 }])
    expect((await t.runtime.pending()).map(({ shown }) => shown)).toEqual([
      { amount: 5 },
      { amount: 7 },
      { amount: 9 },
    ])
  })

  test("hears its own tenant's events only, displayed or raw", async () => {
    const t = open()
    const acme = t.scope({ tenant: 'acme' })
    const heard = [acme.events(), acme.events({ audience: 'application' })]
    await t.scope({ tenant: 'other' }).call('note', {}, { toolCallId: 'call_other' })
    await t.call('note', {}, { toolCallId: 'call_none' })
    await acme.call('note', {}, { toolCallId: 'call_acme' })
    for (const events of heard) {
      const ids = [(await events.next()).value.toolCallId, (await events.next()).value.toolCallId]
      expect(ids).toEqual(['call_acme', 'call_acme'])
      events.close()
      expect((await events.next()).done).toBe(true)
    }
  })
})

import { createTool, memoryStore, TicketError, type ToolResult } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'

const runs = vi.fn()

const book = createTool({
  id: 'book',
  description: 'Books',
  inputSchema: z.object({ city: z.string() }),
  suspendSchema: z.object({ question: z.string() }),
  resumeSchema: z.object({ nights: z.coerce.number() }),
  async execute({ city }, { suspend, resumeData, suspendPayload, idempotencyKey }) {
    runs({ resumeData, suspendPayload, idempotencyKey })
    if (!resumeData) return suspend({ question: `how many nights in ${city}?` })
    return `${resumeData.nights} nights in ${city}`
  },
})

function open(options: object = {}) {
  runs.mockClear()
  return createTestRuntime({ tools: [book], metrics: 'all', ...options })
}

const ticketOf = (result: ToolResult) => ('ticket' in result ? result.ticket : '')

async function codeOf(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.catch((thrown: unknown) => thrown)
  return error instanceof TicketError ? error.code : `no TicketError: ${String(error)}`
}

describe('a suspended call', () => {
  it('is resumed with validated data and what it was suspended with, under its own id', async () => {
    const t = open()
    const suspended = await t.call('book', { city: 'Lyon' })
    const resumed = await t.resume(ticketOf(suspended), { nights: '3' })
    expect(resumed).toMatchObject({
      outcome: 'ok',
      output: '3 nights in Lyon',
      toolCallId: suspended.toolCallId,
    })
    expect(runs.mock.calls[1]).toEqual([
      {
        resumeData: { nights: 3 },
        suspendPayload: { question: 'how many nights in Lyon?' },
        idempotencyKey: suspended.toolCallId,
      },
    ])
  })

  it('keeps its ticket when the data does not fit', async () => {
    const t = open()
    const ticket = ticketOf(await t.call('book', { city: 'Lyon' }))
    const refused = await t.resume(ticket, { nights: 'many' })
    expect(refused.outcome).toBe('resume_invalid')
    expect(runs).toHaveBeenCalledTimes(1)
    expect((await t.resume(ticket, { nights: 2 })).outcome).toBe('ok')
    expect(await codeOf(t.resume(ticket, { nights: 2 }))).toBe('used')
  })

  it('lets data that fits win over data that does not, whoever comes first', async () => {
    const t = open()
    const ticket = ticketOf(await t.call('book', { city: 'Lyon' }))
    const results = await Promise.all([t.resume(ticket, { nights: 'x' }), t.resume(ticket, { nights: 1 })])
    expect(results.map(({ outcome }) => outcome)).toEqual(['resume_invalid', 'ok'])
  })

  it('is resumed once by two that race', async () => {
    const t = open()
    const ticket = ticketOf(await t.call('book', { city: 'Lyon' }))
    const settled = await Promise.allSettled([
      t.resume(ticket, { nights: 1 }),
      t.resume(ticket, { nights: 2 }),
    ])
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(runs).toHaveBeenCalledTimes(2)
  })

  it('never crosses with another of the same tool', async () => {
    const t = open()
    const [lyon, oslo] = await Promise.all([
      t.call('book', { city: 'Lyon' }),
      t.call('book', { city: 'Oslo' }),
    ])
    const [second, first] = await Promise.all([
      t.resume(ticketOf(oslo), { nights: 2 }),
      t.resume(ticketOf(lyon), { nights: 1 }),
    ])
    expect([first, second]).toMatchObject([
      { output: '1 nights in Lyon', toolCallId: lyon.toolCallId },
      { output: '2 nights in Oslo', toolCallId: oslo.toolCallId },
    ])
  })

  it('may suspend itself again, each time with a ticket of its own', async () => {
    const steps = createTool({
      id: 'steps',
      description: 'Steps',
      execute: (_input, { suspend, resumeData, suspendPayload }) => {
        const { step = 0 } = (suspendPayload ?? {}) as { step?: number }
        return step === 3 ? `done with ${String(resumeData)}` : suspend({ step: step + 1 })
      },
    })
    const t = createTestRuntime({ tools: [steps] })
    let result: ToolResult = await t.call('steps', {})
    const tickets = new Set<string>()
    for (const answer of ['a', 'b', 'c']) {
      expect(result.outcome).toBe('suspended')
      tickets.add(ticketOf(result))
      result = await t.resume(ticketOf(result), answer)
    }
    expect(result).toMatchObject({ outcome: 'ok', output: 'done with c' })
    expect(tickets.size).toBe(3)
  })

  it('goes on in another runtime that shares the store', async () => {
    const tickets = memoryStore()
    const first = open({ tickets })
    const suspended = await first.call('book', { city: 'Lyon' }, { conversationId: 'c1' })
    const second = createTestRuntime({ tools: [book], tickets })
    const resumed = await second.resume(ticketOf(suspended), { nights: 4 })
    expect(resumed).toMatchObject({ outcome: 'ok', traceId: suspended.traceId })
    const span = second.span('execute_tool book')
    expect(span.links.map(({ spanId }) => spanId)).toEqual([suspended.spanId])
    expect(span.attributes).toMatchObject({
      'gen_ai.conversation.id': 'c1',
      'toolspan.ticket.kind': 'suspend',
    })
  })

  it('keeps its wait out of the duration of its run', async () => {
    const t = open()
    const ticket = ticketOf(await t.call('book', { city: 'Lyon' }))
    await t.clock.advance(60_000)
    expect((await t.resume(ticket, { nights: 1 })).durationMs).toBeLessThan(1_000)
    expect((await t.metric('toolspan.suspend.wait.duration'))[0]?.sum).toBeCloseTo(60, 1)
  })

  it('cannot be approved, and does not run when its tool is gone', async () => {
    const t = open()
    const ticket = ticketOf(await t.call('book', { city: 'Lyon' }))
    expect(await codeOf(t.approve(ticket, { by: 'grace' }))).toBe('unknown')
  })

  it('that was approved first is not approved again', async () => {
    const t = open({ requireApproval: true })
    const suspended = await t.approve(ticketOf(await t.call('book', { city: 'Lyon' })), { by: 'grace' })
    expect(suspended.outcome).toBe('suspended')
    expect((await t.resume(ticketOf(suspended), { nights: 1 })).outcome).toBe('ok')
    const types = t.transcript().map(({ type }) => type)
    expect(types).toEqual([
      'approval.request',
      'approval.decision',
      'tool.input',
      'suspend',
      'resume',
      'tool.input',
      'tool.output',
    ])
  })
})

describe('a message of the user', () => {
  const answer = (nights: number | undefined) => () => (nights === undefined ? undefined : { nights })

  it('resumes the suspended calls it answers', async () => {
    const t = open()
    await t.call('book', { city: 'Lyon' })
    const schemas: unknown[] = []
    const results = await t.runtime.autoResumeSuspendedTools({
      message: 'three nights please',
      extract(schema, message) {
        schemas.push(schema)
        return String(message).startsWith('three') ? { nights: 3 } : undefined
      },
    })
    expect(results).toMatchObject([{ outcome: 'ok', output: '3 nights in Lyon' }])
    expect(schemas).toMatchObject([{ type: 'object', properties: { nights: {} } }])
  })

  it('leaves waiting what it does not answer, what belongs to another conversation, and approvals', async () => {
    const pay = createTool({
      id: 'pay',
      description: 'Pays',
      requireApproval: true,
      resumeSchema: z.object({ approved: z.boolean() }),
      execute: () => 'paid',
    })
    const t = createTestRuntime({ tools: [book, pay] })
    await t.scope({ conversationId: 'other' }).call('book', { city: 'Oslo' })
    await t.call('pay', {})
    const here = t.scope({ conversationId: 'here' })
    await here.call('book', { city: 'Lyon' })
    const unanswered = await here.autoResumeSuspendedTools({ message: 'hello', extract: answer(undefined) })
    const answered = await here.autoResumeSuspendedTools({ message: '1', extract: answer(1) })
    expect(unanswered).toEqual([])
    expect(answered).toMatchObject([{ output: '1 nights in Lyon' }])
    expect((await t.runtime.pending()).map(({ toolName }) => toolName)).toEqual(['book', 'pay'])
  })
})

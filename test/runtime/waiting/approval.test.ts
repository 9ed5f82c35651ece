import {
  createRedactor,
  createTool,
  isValidationError,
  memoryStore,
  type RuntimeOptions,
  TicketError,
  type ToolResult,
} from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'

const executed = vi.fn()

const pay = createTool({
  id: 'pay',
  description: 'Pays',
  inputSchema: z.object({ amount: z.number().default(5), to: z.string() }),
  requireApproval: true,
  execute(input, { idempotencyKey }) {
    executed(input, idempotencyKey)
    return { paid: input.amount }
  },
})

function open(options: Omit<RuntimeOptions<readonly []>, 'tools'> = {}) {
  executed.mockClear()
  return createTestRuntime({ ...options, tools: [pay], metrics: 'all' })
}

const ticketOf = (result: ToolResult) => ('ticket' in result ? result.ticket : '')

async function waiting(t: ReturnType<typeof open>) {
  const result = await t.call('pay', { to: 'ada' })
  expect(result.outcome).toBe('awaiting_approval')
  return { result, ticket: ticketOf(result) }
}

async function codeOf(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.catch((thrown: unknown) => thrown)
  return error instanceof TicketError ? error.code : `no TicketError: ${String(error)}`
}

describe('an approved call', () => {
  it('runs with the input it was called with, under its own id', async () => {
    const t = open()
    const { result, ticket } = await waiting(t)
    const approved = await t.approve(ticket, { by: 'grace' })
    expect(approved).toMatchObject({ outcome: 'ok', output: { paid: 5 }, toolCallId: result.toolCallId })
    expect(executed.mock.calls).toEqual([[{ amount: 5, to: 'ada' }, result.toolCallId]])
  })

  it('has its real id back, also one that was kept out of the record', async () => {
    const t = open()
    const id = `call_${t.canary()}`
    const result = await t.call('pay', { to: 'ada' }, { toolCallId: id })
    expect(JSON.stringify(await t.runtime.pending())).not.toContain(id)
    const approved = await t.approve(ticketOf(result), { by: 'grace' })
    expect([result.toolCallId, approved.toolCallId]).toEqual([id, id])
    expect(executed.mock.calls).toEqual([[{ amount: 5, to: 'ada' }, id]])
    await t.assertNoLeak()
  })

  it('is approved by nobody whose kind there is not', async () => {
    const t = open()
    const { ticket } = await waiting(t)
    const by = { id: 'grace', kind: 'root' as 'user' }
    await expect(t.approve(ticket, { by })).rejects.toThrow('by.kind must be one of user, agent, system, ci')
    expect((await t.approve(ticket, { by: 'grace' })).outcome).toBe('ok')
  })

  it('runs once, and a second decision is told who was first', async () => {
    const t = open()
    const { ticket } = await waiting(t)
    const decisions = await Promise.allSettled([
      t.approve(ticket, { by: 'grace' }),
      t.approve(ticket, { by: 'ada' }),
      t.deny(ticket, { by: 'eve' }),
    ])
    const lost = decisions.filter(decision => decision.status === 'rejected')
    expect(lost.map(({ reason }) => (reason as TicketError).code)).toEqual(['used', 'used'])
    expect(String(lost[0]?.reason)).toContain('approved by grace')
    expect(executed).toHaveBeenCalledTimes(1)
    expect(await codeOf(t.approve(ticket, { by: 'late' }))).toBe('used')
  })

  it('runs with an edited input that fits, recorded as modified', async () => {
    const t = open()
    const { ticket } = await waiting(t)
    const approved = await t.approve(ticket, { by: 'grace', input: { to: 'ada', amount: 1 } })
    expect(approved).toMatchObject({ outcome: 'ok', output: { paid: 1 } })
    const record = t.transcript().find(({ type }) => type === 'approval.decision')
    expect(record?.approval).toMatchObject({ decision: 'modified', by: { id: 'grace', kind: 'user' } })
    const ran = t.transcript().find(({ type }) => type === 'tool.input')
    expect(ran?.approval?.executed).toBe(record?.approval?.decided)
    expect(record?.approval?.decided).not.toBe(record?.approval?.proposed)
  })

  it('decides nothing with an edited input that does not fit', async () => {
    const t = open()
    const { ticket } = await waiting(t)
    const edited = await t.approve(ticket, { by: 'grace', input: { amount: 'a lot' } })
    expect(edited.outcome).toBe('input_invalid')
    expect(t.transcript().some(({ type }) => type === 'approval.decision')).toBe(false)
    expect((await t.approve(ticket, { by: 'grace' })).outcome).toBe('ok')
  })

  it('is not run by input that only its repairs would make fit', async () => {
    const t = open()
    const { ticket } = await waiting(t)
    const edited = await t.approve(ticket, { by: 'grace', input: '{"to":"ada","amount":9}' })
    expect(edited).toMatchObject({ outcome: 'awaiting_approval', ticket })
    expect(executed).not.toHaveBeenCalled()
  })

  it('answers at once when it need not wait, and runs all the same', async () => {
    const t = open()
    const { ticket } = await waiting(t)
    const started = await t.approve(ticket, { by: 'grace', wait: false })
    expect(started.outcome).toBe('dispatched')
    await vi.waitFor(() => expect(executed).toHaveBeenCalledTimes(1))
    expect(await codeOf(t.deny(ticket, { by: 'eve' }))).toBe('used')
  })

  it('takes the request context it is given, over the one it was called with', async () => {
    const seen: unknown[] = []
    const read = createTool({
      id: 'read',
      description: 'Reads',
      requireApproval: true,
      execute: (_input, { requestContext }) => void seen.push(requestContext.toJSON()),
    })
    const t = createTestRuntime({ tools: [read] })
    const result = await t.call('read', {}, { requestContext: { user: 'ada', db: () => 'a handle' } })
    await t.approve(ticketOf(result), { by: 'grace', requestContext: new Map([['db', 'new']]) })
    expect(seen).toEqual([{ user: 'ada', db: 'new' }])
  })

  it('stays usable when it could not begin', async () => {
    const needsUser = createTool({
      id: 'needs-user',
      description: 'Needs',
      requireApproval: true,
      requestContextSchema: z.object({ db: z.function() }),
      execute: () => 'done',
    })
    const t = createTestRuntime({ tools: [needsUser] })
    const result = await t.call('needs-user', {}, { requestContext: { db: () => 1 } })
    const ticket = ticketOf(result)
    // A function cannot be stored, so the first try lacks it.
    expect((await t.approve(ticket, { by: 'grace' })).outcome).toBe('context_invalid')
    const again = await t.approve(ticket, { by: 'grace', requestContext: { db: () => 1 } })
    expect(again).toMatchObject({ outcome: 'ok', output: 'done' })
  })

  it('tells its input to hooks and watchers once', async () => {
    const heard: unknown[] = []
    const tool = createTool({
      id: 'heard',
      description: 'Heard',
      requireApproval: true,
      onInputAvailable: ({ input }) => void heard.push(input),
      execute: () => 1,
    })
    const t = createTestRuntime({ tools: [tool] })
    await t.approve(ticketOf(await t.call('heard', { a: 1 })), { by: 'grace' })
    expect(heard).toEqual([{ a: 1 }])
    expect(t.events().map(({ type }) => type)).toEqual(['tool-call', 'tool-call-approval', 'tool-result'])
  })
})

describe('a denied call', () => {
  it('ends denied, never runs, and tells why', async () => {
    const t = open()
    const { ticket, result } = await waiting(t)
    const denied = await t.deny(ticket, { by: { id: 'grace', kind: 'user' }, reason: 'too much' })
    expect(denied).toMatchObject({
      outcome: 'denied',
      toolCallId: result.toolCallId,
      error: { message: 'The call was denied: too much' },
    })
    expect(executed).not.toHaveBeenCalled()
    expect(t.events().at(-1)).toMatchObject({
      type: 'tool-output-denied',
      payload: { approval: { approved: false, reason: 'too much' } },
    })
    expect(await codeOf(t.approve(ticket, { by: 'grace' }))).toBe('used')
  })

  it('keeps a secret in its reason out of every sink', async () => {
    const t = open()
    const { ticket } = await waiting(t)
    await t.deny(ticket, { by: 'grace', reason: `the key ${t.canary()} is wrong` })
    await t.assertNoLeak()
  })
})

describe('a ticket', () => {
  it('is unknown when nobody issued it, and to another tenant', async () => {
    const t = open()
    expect(await codeOf(t.approve('ticket_made-up', { by: 'eve' }))).toBe('unknown')
    const result = await t.scope({ tenant: 'acme' }).call('pay', { to: 'ada' })
    const other = t.scope({ tenant: 'other' })
    expect(await codeOf(other.approve(ticketOf(result), { by: 'eve' }))).toBe('unknown')
    expect((await t.approve(ticketOf(result), { by: 'grace' })).outcome).toBe('ok')
  })

  it('expires', async () => {
    const t = open({ ticketTtlMs: 1_000 })
    const { ticket } = await waiting(t)
    await t.clock.advance(1_000)
    expect(await t.runtime.pending()).toEqual([])
    expect(await codeOf(t.approve(ticket, { by: 'grace' }))).toBe('expired')
    expect(await codeOf(t.deny(ticket, { by: 'grace' }))).toBe('expired')
    expect(executed).not.toHaveBeenCalled()
  })

  it('is refused to those who may not decide, also when asking fails', async () => {
    const asked: unknown[] = []
    const t = open({
      canDecide(decision, pending) {
        asked.push([decision.decision, decision.by.id, pending.shown])
        if (decision.by.id === 'broken') throw new Error('no directory')
        return decision.by.id === 'grace'
      },
    })
    const { ticket } = await waiting(t)
    expect(await codeOf(t.approve(ticket, { by: 'eve' }))).toBe('forbidden')
    expect(await codeOf(t.deny(ticket, { by: 'broken' }))).toBe('forbidden')
    expect((await t.approve(ticket, { by: 'grace' })).outcome).toBe('ok')
    expect(asked[0]).toEqual(['approved', 'eve', { amount: 5, to: 'ada' }])
  })

  it('is bound to what was presented', async () => {
    const t = open()
    const { ticket } = await waiting(t)
    const [pending] = await t.runtime.pending()
    expect(await codeOf(t.approve(ticket, { by: 'grace', presented: { amount: 1, to: 'ada' } }))).toBe(
      'changed',
    )
    const approved = await t.approve(ticket, { by: 'grace', presented: pending?.shownDigest })
    expect(approved.outcome).toBe('ok')
  })

  it('does not let a tool run whose schema has changed, unless that is allowed', async () => {
    const tickets = memoryStore()
    const t = open({ tickets })
    const { ticket } = await waiting(t)
    const changed = createTool({
      id: 'pay',
      description: 'Pays',
      inputSchema: z.object({ to: z.string(), currency: z.string().default('EUR') }),
      execute: input => input,
    })
    const next = createTestRuntime({ tools: [changed], tickets })
    expect(await codeOf(next.approve(ticket, { by: 'grace' }))).toBe('changed')
    const approved = await next.approve(ticket, { by: 'grace', allowChanged: true })
    expect(approved).toMatchObject({ outcome: 'ok', output: { to: 'ada', currency: 'EUR' } })
  })

  it('is forgotten an hour after it was used or could have been', async () => {
    const tickets = memoryStore()
    const t = open({ tickets, ticketTtlMs: 600_000 })
    const { ticket } = await waiting(t)
    await t.approve(ticket, { by: 'grace' })
    const { ticket: left } = await waiting(t)
    const ids = async () => (await tickets.list()).map(({ id }) => id)
    expect(await ids()).toEqual([ticket, left])
    await t.clock.advance(3_600_000)
    const { ticket: next } = await waiting(t)
    await vi.waitFor(async () => expect(await ids()).toEqual([left, next]))
    await t.clock.advance(600_000)
    await waiting(t)
    await vi.waitFor(async () => expect(await ids()).not.toContain(left))
  })

  it('holds no input once it was used', async () => {
    const tickets = memoryStore()
    const t = open({ tickets })
    for (const decide of ['approve', 'deny'] as const) {
      const { ticket } = await waiting(t)
      await t[decide](ticket, { by: 'grace' })
      expect(await tickets.read(ticket)).toMatchObject({ state: 'done', values: undefined })
    }
  })

  it('does not resume, and a suspended call is not approved', async () => {
    const t = open()
    const { ticket } = await waiting(t)
    expect(await codeOf(t.resume(ticket, {}))).toBe('unknown')
  })
})

describe('a policy', () => {
  const free = createTool({ id: 'free', description: 'Free', execute: () => 1 })
  const asking = createTool({ id: 'asking', description: 'Asks', requireApproval: false, execute: () => 1 })

  it('adds to the other: one that asks is enough', async () => {
    for (const requireApproval of [
      true,
      () => true,
      async () => true,
      () => Promise.reject(new Error('no')),
    ]) {
      const t = createTestRuntime({ tools: [free, asking], requireApproval })
      expect((await t.call('free', {})).outcome).toBe('awaiting_approval')
      expect((await t.call('asking', {})).outcome).toBe('awaiting_approval')
      expect(
        isValidationError(
          await t
            .tool('free')
            .execute({})
            .catch(() => undefined),
        ),
      ).toBe(false)
    }
  })

  it('is not asked again for a call that was approved', async () => {
    const requireApproval = vi.fn(() => true)
    const t = createTestRuntime({ tools: [free], requireApproval })
    await t.approve(ticketOf(await t.call('free', {})), { by: 'grace' })
    expect(requireApproval).toHaveBeenCalledTimes(1)
  })
})

describe('what telemetry says of an approval', () => {
  it('is one trace: the call that waited, the decision over the wait, and the run, linked', async () => {
    const t = open()
    const { ticket, result } = await waiting(t)
    await t.clock.advance(90_000)
    await t.approve(ticket, { by: 'grace' })
    const [asked, decision, run] = t.spans()
    expect(decision?.name).toBe('tool_approval pay')
    expect(decision?.attributes).toMatchObject({
      'toolspan.approval.decision': 'approved',
      'toolspan.approval.decider.kind': 'user',
    })
    expect(new Set([asked, decision, run].map(span => span?.traceId)).size).toBe(1)
    expect(run?.parentSpanId).toBe(result.spanId)
    expect(decision?.parentSpanId).toBe(result.spanId)
    expect(run?.links.map(({ spanId }) => spanId)).toEqual([result.spanId])
    expect(asked?.attributes['toolspan.ticket.kind']).toBe('approval')
    expect(t.startedSpans()).toBe(t.spans().length)
  })

  it('is a trace of its own after half an hour, with a link', async () => {
    const t = open()
    const { ticket, result } = await waiting(t)
    await t.clock.advance(31 * 60_000)
    const approved = await t.approve(ticket, { by: 'grace' })
    expect(approved.traceId).not.toBe(result.traceId)
    const run = t.spans().find(({ spanId }) => spanId === approved.spanId)
    expect(run?.links.map(({ traceId }) => traceId)).toEqual([result.traceId])
  })

  it('measures the wait apart from the run, and counts what waits', async () => {
    const t = open()
    const { ticket } = await waiting(t)
    const pending = async () => (await t.metric('toolspan.approval.pending')).map(({ value }) => value)
    expect(await pending()).toEqual([1])
    await t.clock.advance(90_000)
    expect((await t.metric('toolspan.approval.oldest_age'))[0]?.value).toBeCloseTo(90, 0)
    const approved = await t.approve(ticket, { by: 'grace' })
    expect(approved.durationMs).toBeLessThan(1_000)
    expect(await pending()).toEqual([0])
    expect(await t.metric('toolspan.approval.wait.duration')).toMatchObject([
      {
        attributes: { 'gen_ai.tool.name': 'pay', 'toolspan.approval.decision': 'approved' },
        count: 1,
        sum: expect.closeTo(90, 0),
      },
    ])
  })

  it('is the record of who decided what, with digests that agree', async () => {
    const t = open()
    const { ticket } = await waiting(t)
    const [pending] = await t.runtime.pending()
    await t.approve(ticket, { by: { id: 'bot', kind: 'ci' }, reason: 'nightly', presented: pending?.shown })
    const types = t.transcript().map(({ type }) => type)
    expect(types).toEqual(['approval.request', 'approval.decision', 'tool.input', 'tool.output'])
    const approval = t.transcript()[1]?.approval
    expect(approval).toMatchObject({
      decision: 'approved',
      by: { id: 'bot', kind: 'ci' },
      reason: 'nightly',
      proposed: pending?.inputDigest,
      presented: pending?.shownDigest,
      decided: pending?.inputDigest,
    })
    expect(t.transcript()[2]?.approval).toMatchObject({
      decision: 'approved',
      executed: pending?.inputDigest,
    })
  })
})

describe('a decision made elsewhere', () => {
  it('is run by the runtime that has the tool', async () => {
    const { recordDecision, prepareDecision } = await import('../../../src/runtime/waiting/decide.js')
    const { systemClock } = await import('../../../src/observe/clock.js')
    const tickets = memoryStore()
    const t = open({ tickets, clock: systemClock })
    const { ticket } = await waiting(t)
    const redactor = createRedactor()
    const elsewhere = { tickets, clock: systemClock, redactor, hookTimeoutMs: 5_000 }
    const { stored, decision } = await prepareDecision(elsewhere, ticket, { by: 'cli', decision: 'approved' })
    await recordDecision(elsewhere, stored, decision)
    expect(executed).not.toHaveBeenCalled()
    const ran = await t.runtime.runDecided()
    expect(ran.map(({ outcome }) => outcome)).toEqual(['ok'])
    expect(await t.runtime.runDecided()).toEqual([])
    expect(executed).toHaveBeenCalledTimes(1)
  })
})

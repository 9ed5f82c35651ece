import { createTool, type ToolExecutionContext } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { byName } from '../../conformance/by-name.js'
import { type Answer, type Asked, pairs, type TestClient } from './support/pairs.js'

let client: TestClient | undefined

afterEach(() => client?.close())

function removal(ran: unknown[], more: object = {}) {
  return createTool({
    id: 'remove-file',
    title: 'Remove',
    description: 'Removes a file',
    inputSchema: z.object({ path: z.string() }),
    requireApproval: true,
    ...more,
    execute: async (input: unknown) => {
      ran.push(input)
      return { removed: true }
    },
  } as never)
}

const resumeSchema = z.object({
  when: z.enum(['today', 'tomorrow']).describe('Which day'),
  seats: z.number().int().min(1).default(1),
})

function booking(seen: unknown[], more: object = {}) {
  return createTool({
    id: 'book-table',
    description: 'Books a table',
    resumeSchema,
    ...more,
    execute: async (
      _input: unknown,
      { suspend, resumeData, suspendPayload }: ToolExecutionContext<unknown, unknown>,
    ) => {
      if (resumeData === undefined) return suspend({ message: 'For which day?' })
      seen.push({ resumeData, suspendPayload })
      return { booked: true }
    },
  } as never)
}

/** A person who gives these answers, one after the other, and remembers what they were asked. */
function person(...answers: Answer[]) {
  const asked: Asked[] = []
  const answer = (question: Asked): Answer => {
    asked.push(question)
    return answers[asked.length - 1] ?? { action: 'cancel' }
  }
  return { asked, answer }
}

const input = { path: '/tmp/notes.txt' }
const call = { name: 'remove-file', arguments: input }

describe.each(byName(pairs))('%s', (_name, pair) => {
  test('asks for approval, showing what would run, and runs what was approved', async () => {
    const ran: unknown[] = []
    const t = createTestRuntime({ tools: [removal(ran)] })
    const { asked, answer } = person({ action: 'accept', content: { reason: 'it is old' } })
    client = await pair.connect(t.runtime, { answer })
    expect((await client.call(call)).structuredContent).toEqual({ removed: true })
    expect(ran).toEqual([input])
    expect(asked).toMatchObject([{ message: expect.stringContaining('{"path":"/tmp/notes.txt"}') }])
    expect(await t.runtime.pending()).toEqual([])
    const decision = t.transcript().find(({ type }) => type === 'approval.decision')
    expect(decision?.approval).toMatchObject({ decision: 'approved', reason: 'it is old' })
    expect(decision?.approval?.presented).toEqual(expect.any(String))
  })

  test('keeps every span of an approved call in the trace of its request', async () => {
    const t = createTestRuntime({ tools: [removal([])] })
    client = await pair.connect(t.runtime, person({ action: 'accept', content: {} }))
    await client.call(call)
    const spans = t.spans()
    const outcomes = spans
      .filter(({ name }) => name === 'execute_tool remove-file')
      .map(({ attributes }) => attributes['toolspan.outcome'])
    expect(outcomes).toEqual(['awaiting_approval', 'ok'])
    const requests = new Map(
      spans.filter(({ name }) => name === 'tools/call remove-file').map(span => [span.spanId, span]),
    )
    for (const { name, parentSpanId = '' } of spans)
      if (name.startsWith('execute_tool')) expect(requests.has(parentSpanId)).toBe(true)
    // Protocol 2026-07-28 asks in the answer to one request, and is answered in another.
    expect(requests.size).toBe(pair.protocol === '2026-07-28' ? 2 : 1)
    expect(t.startedSpans()).toBe(spans.length)
  })

  test('shows a person the display view of the input, and keeps its secrets', async () => {
    const t = createTestRuntime({
      tools: [removal([], { inputSchema: z.object({ path: z.string(), token: z.string() }) })],
    })
    const secret = t.canary()
    const { asked, answer } = person({ action: 'accept', content: {} })
    client = await pair.connect(t.runtime, { answer })
    const result = await client.call({ name: 'remove-file', arguments: { ...input, token: secret } })
    expect(result.structuredContent).toEqual({ removed: true })
    expect(asked[0]?.message).toContain('REDACTED')
    expect(asked[0]?.message).not.toContain(secret)
    await t.assertNoLeak()
  })

  test.each([
    ['declines', { action: 'decline' }, /denied/],
    ['puts the question away', { action: 'cancel' }, /denied.*put away/],
  ] as const)('runs nothing where the person %s', async (_what, given, text) => {
    const ran: unknown[] = []
    const t = createTestRuntime({ tools: [removal(ran)] })
    client = await pair.connect(t.runtime, person(given))
    const result = await client.call(call)
    expect([result.isError, ran]).toEqual([true, []])
    expect(result.content[0]?.text).toMatch(text)
    expect(await t.runtime.pending()).toEqual([])
    expect(t.spans().map(({ attributes }) => attributes['toolspan.outcome'])).toContain('denied')
  })

  test('refuses clearly where the client cannot ask, and the call waits for whoever runs the server', async () => {
    const ran: unknown[] = []
    const t = createTestRuntime({ tools: [removal(ran)] })
    client = await pair.connect(t.runtime)
    const result = await client.call(call)
    expect(result.isError).toBe(true)
    expect(result.content[0]?.text).toMatch(/needs a person's approval.*cannot ask.*It has not run/)
    const [waiting] = await t.runtime.pending()
    expect(result._meta?.['toolspan/ticket']).toBe(waiting?.ticket)
    expect((await t.approve(waiting?.ticket ?? '', { by: 'anna' })).outcome).toBe('ok')
    expect(ran).toEqual([input])
  })

  test('asks for what a suspended tool waits for, and resumes it with the answer', async () => {
    const seen: unknown[] = []
    const { asked, answer } = person({ action: 'accept', content: { when: 'tomorrow', seats: 2 } })
    client = await pair.connect(createTestRuntime({ tools: [booking(seen)] }).runtime, { answer })
    expect((await client.call({ name: 'book-table' })).structuredContent).toEqual({ booked: true })
    expect(seen).toEqual([
      { resumeData: { when: 'tomorrow', seats: 2 }, suspendPayload: { message: 'For which day?' } },
    ])
    expect(asked).toMatchObject([
      {
        message: expect.stringContaining('For which day?'),
        requestedSchema: {
          type: 'object',
          properties: {
            when: { type: 'string', description: 'Which day', enum: ['today', 'tomorrow'] },
            seats: { type: 'integer', minimum: 1, default: 1 },
          },
          required: ['when'],
        },
      },
    ])
  })

  test('asks again, saying why, where the answer does not fit', async () => {
    const seen: unknown[] = []
    const { asked, answer } = person(
      { action: 'accept', content: { when: 'never' } },
      { action: 'accept', content: { when: 'today' } },
    )
    client = await pair.connect(createTestRuntime({ tools: [booking(seen)] }).runtime, { answer })
    expect((await client.call({ name: 'book-table' })).structuredContent).toEqual({ booked: true })
    expect(seen).toMatchObject([{ resumeData: { when: 'today', seats: 1 } }])
    expect(asked[1]?.message).toMatch(/resume data validation failed[\s\S]*For which day/)
  })

  test('leaves a suspended call waiting where nobody answers', async () => {
    const t = createTestRuntime({ tools: [booking([])] })
    client = await pair.connect(t.runtime, person({ action: 'decline' }))
    const result = await client.call({ name: 'book-table' })
    expect(result.isError).toBe(true)
    expect(result.content[0]?.text).toMatch(/waits for a person's answer.*nobody gave one/)
    expect(await t.runtime.pending()).toMatchObject([{ kind: 'suspend' }])
  })

  test.each([
    ['is no flat form', z.object({ guests: z.array(z.object({ name: z.string() })) }), 'guests is more than'],
    ['holds a secret', z.object({ pin: z.string().meta({ sensitive: true }) }), 'is a secret'],
  ])('asks for nothing that %s', async (_what, schema, why) => {
    const { asked, answer } = person({ action: 'accept', content: {} })
    const t = createTestRuntime({ tools: [booking([], { resumeSchema: schema })] })
    client = await pair.connect(t.runtime, { answer })
    const result = await client.call({ name: 'book-table' })
    expect(result.content[0]?.text).toContain(why)
    expect(asked).toEqual([])
  })

  test('asks once for approval and then for what the tool waits for', async () => {
    const seen: unknown[] = []
    const { asked, answer } = person(
      { action: 'accept', content: {} },
      { action: 'accept', content: { when: 'today' } },
    )
    const t = createTestRuntime({ tools: [booking(seen, { requireApproval: true })] })
    client = await pair.connect(t.runtime, { answer })
    expect((await client.call({ name: 'book-table' })).structuredContent).toEqual({ booked: true })
    expect([asked.length, seen.length]).toEqual([2, 1])
  })

  test('lets canDecide say no', async () => {
    const ran: unknown[] = []
    const t = createTestRuntime({ tools: [removal(ran)], canDecide: () => false })
    client = await pair.connect(t.runtime, person({ action: 'accept', content: {} }))
    const result = await client.call(call)
    expect(result.isError).toBe(true)
    expect(result.content[0]?.text).toContain('may not decide')
    expect(ran).toEqual([])
  })
})

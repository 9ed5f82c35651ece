import { createTool, type Outcome, type ToolResult } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { OUTCOMES } from '../../src/runtime/outcome.js'
import { endings } from './endings.js'

const weather = createTool({
  id: 'weather',
  description: 'Weather',
  resumeSchema: z.object({ when: z.string() }),
  requireApproval: (_input, { requestContext }) => requestContext['ask'] === true,
  execute: (_input, { suspend, resumeData }) => (resumeData ? 'sunny' : suspend({ ask: 'when?' })),
})

const ticketOf = (result: ToolResult) => ('ticket' in result ? result.ticket : '')

type Ways = Partial<Record<Outcome, (t: ReturnType<typeof open>) => Promise<ToolResult>>>

/** How a call ends in the ways that no single call can. */
const ways: Ways = {
  not_found: t => t.call('whether', {}),
  async denied(t) {
    const asked = await t.call('weather', {}, { requestContext: { ask: true } })
    return t.deny(ticketOf(asked), { by: 'grace' })
  },
  async resume_invalid(t) {
    const suspended = await t.call('weather', {})
    return t.resume(ticketOf(suspended), { when: 7 })
  },
}

function open() {
  return createTestRuntime({ tools: [weather] })
}

test('every outcome is reached', () => {
  const reached = new Set([...endings.map(({ outcome }) => outcome), ...Object.keys(ways)])
  expect([...reached].sort()).toEqual(Object.keys(OUTCOMES).sort())
})

test.each(Object.entries(ways))(
  'a call that ends %s says so on answer, span, metrics, log and transcript',
  async (outcome, end) => {
    const t = open()
    const result = await end(t)
    expect(result.outcome).toBe(outcome)
    const span = t.spans().find(({ spanId }) => spanId === result.spanId)
    expect(span?.attributes['toolspan.outcome']).toBe(outcome)
    expect(span?.status).toBe(outcome === 'denied' ? 'unset' : 'error')
    const counted = await t.metric('toolspan.tool.calls')
    expect(counted.find(({ attributes }) => attributes['toolspan.outcome'] === outcome)?.value).toBe(1)
    const logged = t.logs().map(({ attributes }) => attributes['toolspan.outcome'])
    if (outcome !== 'denied') expect(logged).toContain(outcome)
    expect(t.transcript().at(-1)?.outcome).toBe(outcome)
    expect(t.startedSpans()).toBe(t.spans().length)
    expect((await t.metric('toolspan.tool.active')).every(({ value }) => value === 0)).toBe(true)
  },
)

import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { createRedactor, createRuntime, createTool, type Redactor } from 'toolspan'
import { expect, it, test } from 'vitest'
import { z } from 'zod'
import type { TranscriptRecord } from '../../src/observe/transcript-sink.js'

const payloads: [what: string, payload: unknown][] = [
  ['a text', 'token=ghp_0123456789abcdefghijABCDEFGHIJ012345 in a text'],
  ['fields with secrets', { user: 'ada', password: 'hunter2-hunter2', nested: [{ apiKey: 'k'.repeat(20) }] }],
  ['nothing', undefined],
  ['a date and a map', { at: new Date(0), map: new Map([['secret', 'abc-def-123']]) }],
  ['what says that it was cut', { text: '[Truncated]', password: 'hunter2-hunter2' }],
  ['a text longer than a span may hold', { text: 'word '.repeat(700), password: 'hunter2-hunter2' }],
  [
    'more than is read for a span',
    Array.from({ length: 900 }, (_, index) => ({ index, password: `p-${index}` })),
  ],
]

type Definition = Partial<Parameters<typeof createTool>[0]>

/** Calls a tool that answers what it is given, and returns its records; `capture` puts content into its span as well. */
async function recordsOf(
  input: unknown,
  capture: 'none' | 'redacted',
  given: Definition = {},
  redactor?: Redactor,
) {
  const exporter = new InMemorySpanExporter()
  const tracerProvider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  const kept: TranscriptRecord[] = []
  const tool = createTool({
    id: 'echo',
    description: 'Echoes',
    execute: async (value: unknown) => value,
    ...given,
  })
  const transcript = { append: (record: TranscriptRecord) => void kept.push(structuredClone(record)) }
  const runtime = createRuntime({ tools: [tool], tracerProvider, transcript, redactor, capture })
  await runtime.call(tool, input)
  const [span] = exporter.getFinishedSpans()
  return { records: kept.map(({ type, view, redactions }) => ({ type, view, redactions })), span }
}

test.each(payloads)(
  'the record of %s is the same with content in the span and without',
  async (_, payload) => {
    const captured = await recordsOf(payload, 'redacted')
    expect(captured.span?.attributes).toHaveProperty(['gen_ai.tool.call.arguments'])
    expect(captured.records).toHaveLength(2)
    expect(captured.records).toEqual((await recordsOf(payload, 'none')).records)
  },
)

/** Redacts as ours, and counts how often a payload is redacted. */
function counted(): { redactor: Redactor; count: () => number } {
  const ours = createRedactor()
  let count = 0
  const redact: Redactor['redact'] = (value, context) => {
    if (context?.declared) count += 1
    return ours.redact(value, context)
  }
  return { redactor: { ...ours, redact }, count: () => count }
}

it('redacts a payload once for span and transcript', async () => {
  const { redactor, count } = counted()
  await recordsOf({ text: 'in' }, 'redacted', {}, redactor)
  expect(count()).toBe(2)
})

it('redacts again what was not read whole for the span', async () => {
  const { redactor, count } = counted()
  await recordsOf({ text: 'long '.repeat(3_000) }, 'redacted', {}, redactor)
  expect(count()).toBe(4)
})

it('redacts again for the transcript where the redactor does not say that it dropped nothing', async () => {
  const ours = createRedactor()
  const cutting: Redactor = {
    ...ours,
    redact: (value, { onWhole, ...context } = {}) => ours.redact(context.budget ? 'cut' : value, context),
  }
  const { records } = await recordsOf({ text: 'whole' }, 'redacted', {}, cutting)
  expect(records.map(({ view }) => view)).toEqual([{ text: 'whole' }, { text: 'whole' }])
})

it('records an input as it is when the tool runs, also where a hook changed it', async () => {
  const change = ({ input }: { input: unknown }) => void Object.assign(input as object, { added: 'later' })
  const { records } = await recordsOf({ text: 'in' }, 'redacted', { onInputAvailable: change })
  expect(records[0]?.view).toEqual({ text: 'in', added: 'later' })
})

it('holds what is input and output at once to the declarations of each', async () => {
  const outputSchema = z.object({ pin: z.string().meta({ sensitive: true }) })
  const { records } = await recordsOf({ pin: 'first' }, 'redacted', { outputSchema })
  expect(records.map(({ view }) => view)).toEqual(
    (await recordsOf({ pin: 'first' }, 'none', { outputSchema })).records.map(({ view }) => view),
  )
  expect(JSON.stringify(records[1])).not.toContain('first')
})

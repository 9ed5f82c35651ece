import fc from 'fast-check'
import { createTool, jsonSchema, type Tool, type ToolEvent } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'

const schemas = {
  none: undefined,
  anything: z.any(),
  text: z.string(),
  object: z.object({ city: z.string().default('Lyon') }).loose(),
  strict: z.strictObject({ city: z.string(), days: z.array(z.number()).max(3) }),
  list: z.array(z.unknown()),
  plain: jsonSchema({ type: 'object', properties: { city: { type: 'string' } } }),
}

const anyText = fc.string({ unit: 'binary', maxLength: 12 })
const anyValue = fc.oneof(
  fc.jsonValue({ stringUnit: 'binary' }),
  fc.record({ city: anyText, days: fc.array(fc.double({ noNaN: true, noDefaultInfinity: true })) }),
  fc.jsonValue().map(value => JSON.stringify(value)),
)
const anyCuts = fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 30 })

/** Cuts a text into pieces of the given lengths, over and over; empty pieces among them. */
function pieces(text: string, lengths: readonly number[]): string[] {
  const cut: string[] = []
  for (let at = 0, i = 0; at < text.length; i += 1) {
    const length = i > 0 && i % lengths.length === 0 ? 1 : (lengths[i % lengths.length] ?? 1)
    cut.push(text.slice(at, at + length))
    at += length
  }
  return cut
}

function open(inputSchema: unknown) {
  const told: unknown[] = []
  const keep = (name: string) => (argument: object) => {
    told.push([name, structuredClone({ ...argument, abortSignal: null })])
  }
  let runs = 0
  const tool: Tool<'echo'> = createTool({
    id: 'echo',
    description: 'Echo',
    inputSchema,
    execute: async (input: unknown) => {
      runs += 1
      return { input }
    },
    onInputStart: keep('start'),
    onInputDelta: keep('delta'),
    onInputAvailable: keep('available'),
    onOutput: keep('output'),
    onError: ({ outcome }: { outcome: string }) => void told.push(['error', outcome]),
  } as never)
  return { ...createTestRuntime({ tools: [tool], capture: 'redacted' }), told, runs: () => runs }
}

/** All that is seen of a call but its pieces: answer, hooks, events, records and span. */
function seen(t: ReturnType<typeof open>, result: { outcome: string; error?: unknown; output?: unknown }) {
  const { outcome, error, output } = result
  const isOfPieces = ({ type }: ToolEvent) => /^tool-call-(delta|input-streaming)/.test(type)
  const { 'gen_ai.tool.call.arguments': args, 'toolspan.input.repairs': repairs } =
    t.span('execute_tool echo').attributes
  return {
    answer: { outcome, error, output },
    hooks: t.told.filter(entry => !/start|delta/.test(String((entry as unknown[])[0]))),
    events: t
      .events()
      .flatMap(event => (isOfPieces(event) ? [] : [{ type: event.type, payload: event.payload }])),
    transcript: t.transcript().map(({ type, view }) => ({ type, view })),
    span: { args, repairs },
    runs: t.runs(),
  }
}

test('an input that streams in, cut anywhere, is told from the whole by its pieces alone', async () => {
  const anySchema = fc.constantFrom(...Object.values(schemas))
  await fc.assert(
    fc.asyncProperty(anyValue, anyCuts, anySchema, fc.boolean(), async (value, lengths, schema, awaits) => {
      const text = JSON.stringify(value)
      const whole = open(schema)
      const inPieces = open(schema)
      const result = await whole.call('echo', JSON.parse(text) as never, { toolCallId: 'call_1' })
      const call = inPieces.runtime.open({ toolName: 'echo', toolCallId: 'call_1' })
      const cut = pieces(text, lengths)
      for (const piece of cut) {
        const taken = call.delta(piece)
        if (awaits) await taken
      }
      call.end()
      expect(seen(inPieces, await call.result)).toEqual(seen(whole, result))
      const streamed = inPieces.told.slice(0, cut.length + 1) as [string, { inputTextDelta?: string }][]
      expect(streamed.map(([name]) => name)).toEqual(['start', ...cut.map(() => 'delta')])
      expect(streamed.flatMap(([, { inputTextDelta = [] }]) => inputTextDelta)).toEqual(cut)
      expect(
        inPieces
          .events()
          .slice(0, 2)
          .map(event => event.type),
      ).toEqual(['tool-call-input-streaming-start', 'tool-call-input-streaming-end'])
    }),
    { numRuns: 300 },
  )
})

test('text that is no JSON ends input_invalid, and no word of it is told', async () => {
  const secret = 'xylophone-quartz'
  const valid = fc
    .jsonValue({ stringUnit: 'binary' })
    .map(value => JSON.stringify({ [secret]: value, secret }))
  const broken = fc.tuple(
    valid,
    fc.nat(),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
    fc.boolean(),
  )
  const invalid = broken
    .map(([text, at, noise, truncates]) => {
      const cut = at % text.length
      return truncates ? text.slice(0, cut) : text.slice(0, cut) + noise + text.slice(cut)
    })
    .filter(text => text.trim() !== '' && !isJson(text))
  await fc.assert(
    fc.asyncProperty(invalid, anyCuts, async (text, lengths) => {
      const t = open(z.looseObject({}))
      const call = t.runtime.open({ toolName: 'echo' })
      for (const piece of pieces(text, lengths)) call.delta(piece)
      call.end()
      const result = await call.result
      expect(result.outcome).toBe('input_invalid')
      expect(t.runs()).toBe(0)
      expect(t.told.at(-1)).toEqual(['error', 'input_invalid'])
      expect(
        JSON.stringify([result, t.spans(), t.logs(), t.lines(), t.events(), t.transcript()]),
      ).not.toContain('xylophone')
      expect(t.startedSpans()).toBe(t.spans().length)
    }),
    { numRuns: 300 },
  )
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

import fc from 'fast-check'
import { createTool, type Tool, type ToolExecutionContext } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'

const never = () => new Promise<never>(() => {})
const later = () => new Promise(resolve => setImmediate(resolve))
const broken = async () => {
  await later()
  throw new TypeError('broken')
}

/** Ways in which user code may behave, wherever it is asked. */
const manners: Record<string, (() => unknown) | undefined> = {
  absent: undefined,
  works: () => 'fine',
  'works later': () => later().then(() => 'fine'),
  throws: () => {
    throw new TypeError('broken')
  },
  'rejects later': broken,
  'never answers': never,
}

const executes: Record<string, (context: ToolExecutionContext) => unknown> = {
  answers: () => ({ degrees: 21 }),
  'answers later': () => later().then(() => ({ degrees: 21 })),
  'answers what does not fit': () => ({ degrees: 'warm' }),
  throws: () => {
    throw new RangeError('broken')
  },
  rejects: broken,
  'throws nothing': () => Promise.reject(),
  'never answers': never,
  'heeds the signal': ({ abortSignal }) =>
    new Promise((_, reject) => abortSignal.addEventListener('abort', () => reject(abortSignal.reason))),
  suspends: ({ suspend }) => suspend({ ask: 'when?' }),
  'suspends badly': ({ suspend }) => suspend({ ask: 7 }),
  observes: ({ observe }) => observe.span('a', () => observe.span('b', () => ({ degrees: 21 }))),
  'streams and answers': async function* () {
    yield 'a'
    await later()
    yield 'b'
    return { degrees: 21 }
  },
  'streams for ever': async function* () {
    for (;;) yield await later()
  },
}

const one = (of: object) => fc.constantFrom(...Object.keys(of))
const anyCall = fc.record({
  execute: one(executes),
  fits: fc.boolean(),
  onInputAvailable: one(manners),
  onOutput: one(manners),
  onError: one(manners),
  transform: one(manners),
  requireApproval: fc.constantFrom('absent', 'absent', 'absent', 'works', 'throws', 'never answers'),
  transcript: fc.constantFrom('works', 'throws', 'rejects later', 'never answers'),
  blocks: fc.boolean(),
  timeoutMs: fc.constantFrom(undefined, undefined, 40, 4_000),
  attemptTimeoutMs: fc.constantFrom(undefined, undefined, 30),
  maxAttempts: fc.constantFrom(undefined, 1, 3),
  abortAfterMs: fc.constantFrom(undefined, undefined, 0, 20),
  maxConcurrency: fc.constantFrom(undefined, 1),
  sampled: fc.boolean(),
  input: fc.constantFrom('whole', 'whole', 'streams', 'breaks off'),
  onInputStart: one(manners),
  onInputDelta: one(manners),
})

type AnyCall = typeof anyCall extends fc.Arbitrary<infer T> ? T : never

function open(call: AnyCall, counted: () => void) {
  const { timeoutMs, attemptTimeoutMs, maxAttempts, maxConcurrency, sampled, blocks } = call
  const phase = manners[call.transform]
  const transform = phase && {
    display: { input: phase, inputDelta: phase, output: phase, error: phase, progress: phase },
  }
  const tool: Tool<'weather'> = createTool({
    id: 'weather',
    description: 'Weather',
    inputSchema: z.object({ city: z.string() }),
    outputSchema: z.object({ degrees: z.number() }),
    suspendSchema: z.object({ ask: z.string() }),
    timeoutMs,
    attemptTimeoutMs,
    maxConcurrency,
    retry: maxAttempts === undefined ? undefined : { maxAttempts },
    mcp: { annotations: { idempotentHint: true } },
    transform,
    requireApproval: manners[call.requireApproval],
    onInputStart: manners[call.onInputStart],
    onInputDelta: manners[call.onInputDelta],
    onInputAvailable: manners[call.onInputAvailable],
    onOutput: manners[call.onOutput],
    onError: manners[call.onError],
    execute: (_input: unknown, context: ToolExecutionContext) => {
      counted()
      return executes[call.execute]?.(context)
    },
  } as never)
  const records: { outcome?: string }[] = []
  const append = (record: { outcome?: string }) => {
    records.push(record)
    return manners[call.transcript]?.() as undefined
  }
  const transcript = { append, onError: blocks ? ('block' as const) : ('continue' as const) }
  const t = createTestRuntime({ tools: [tool], capture: 'redacted', metrics: 'all', sampled, transcript })
  return { ...t, records }
}

/** Starts a call: its input whole, in pieces, or in pieces that end too early. */
function start(t: ReturnType<typeof open>, { fits, input: comes }: AnyCall, abortSignal: AbortSignal) {
  const input = fits ? { city: 'Lyon' } : { city: 7 }
  if (comes === 'whole') return t.call('weather', input as never, { abortSignal })
  const streamed = t.open({ toolName: 'weather', abortSignal })
  for (const piece of JSON.stringify(input).match(/.{1,4}/g) ?? []) streamed.delta(piece)
  if (comes === 'streams') streamed.end()
  return streamed.result
}

async function run(call: AnyCall) {
  let runs = 0
  const t = open(call, () => {
    runs += 1
  })
  const controller = new AbortController()
  if (call.abortAfterMs !== undefined) t.clock.setTimeout(() => controller.abort(), call.abortAfterMs)
  let result: Awaited<ReturnType<typeof t.call>> | undefined
  const running = start(t, call, controller.signal)
  running.then(ended => {
    result = ended
  })
  // A tool without any limit that never answers is ended by its caller.
  for (let i = 0; i < 12 && !result; i += 1) await t.clock.advance(i === 0 ? 100 : 2_000)
  if (!result) controller.abort()
  for (let i = 0; i < 40 && !result; i += 1) await t.clock.advance(2_000)
  // Past a deadline the caller has the answer at once, and the record comes when it can.
  const recorded = () => call.transcript !== 'works' || t.records.at(-1)?.outcome !== undefined
  for (let i = 0; i < 10 && !recorded(); i += 1) await t.clock.advance(2_000)
  return { t, result, runs }
}

test('whatever user code does, a call ends once, everywhere with the same word', async () => {
  await fc.assert(
    fc.asyncProperty(anyCall, async call => {
      const { t, result, runs } = await run(call)
      expect(result?.outcome).toEqual(expect.any(String))
      const calls = await t.metric('toolspan.tool.calls')
      expect(calls.map(point => [point.attributes['toolspan.outcome'], point.value])).toEqual([
        [result?.outcome, 1],
      ])
      expect((await t.metric('toolspan.tool.active')).map(point => point.value)).toEqual([0])
      expect(runs).toBeLessThanOrEqual(call.maxAttempts ?? 1)
      const spans = t.spans().filter(span => span.name === 'execute_tool weather')
      expect(spans.map(span => span.attributes['toolspan.outcome'])).toEqual(
        call.sampled ? [result?.outcome] : [],
      )
      expect(t.startedSpans()).toBe(t.spans().length)
      const last = t.records.at(-1)?.outcome
      if (call.transcript === 'works') expect(last).toBe(result?.outcome)
      const errors = t.logs().filter(log => log.attributes['toolspan.outcome'] !== undefined)
      expect(errors.map(log => log.attributes['toolspan.outcome'])).toEqual([result?.outcome])
    }),
    { numRuns: 300, seed: 20_260_101 },
  )
})

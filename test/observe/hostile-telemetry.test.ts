import { type DiagLogger, DiagLogLevel, diag } from '@opentelemetry/api'
import {
  SimpleSpanProcessor,
  type SpanExporter,
  type SpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { createRuntime, createTool, type Redactor, type RuntimeOptions, type ToolSet } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const boom = () => {
  throw new Error('telemetry is broken')
}
const reject = () => Promise.reject(new Error('telemetry is broken'))
/** Anything that is asked of it throws, or hands on something that does. */
const hostile = (depth: number): never =>
  new Proxy(boom, {
    get: (_target, key) => (key === 'then' ? undefined : depth > 0 ? () => hostile(depth - 1) : boom),
  }) as never

const processor = (broken: Partial<SpanProcessor>): SpanProcessor => ({
  onStart() {},
  onEnd() {},
  forceFlush: async () => {},
  shutdown: async () => {},
  ...broken,
})
const tracing = (spanProcessor: SpanProcessor) => ({
  tracerProvider: new TracerProvider({ spanProcessors: [spanProcessor] }),
})
const exporting = (broken: Partial<SpanExporter>) =>
  tracing(
    new SimpleSpanProcessor({
      exporter: { export: (_spans, done) => done({ code: 0 }), shutdown: async () => {}, ...broken },
    }),
  )

const logger = (method: () => unknown) =>
  Object.fromEntries(
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map(level => [level, method]),
  ) as never

const redactor = (broken: Partial<Redactor>): Redactor => ({
  redact: () => 'safe',
  redactText: () => 'safe',
  explain: () => [],
  registerSecret() {},
  ...broken,
})

type Options = Partial<RuntimeOptions<ToolSet>>

/** Parts of a runtime that fail in every way they can. */
const broken: [name: string, options: () => Options][] = [
  ['a tracer provider that throws', () => ({ tracerProvider: hostile(0) })],
  ['a tracer that throws', () => ({ tracerProvider: hostile(1) })],
  ['a span that throws at everything', () => ({ tracerProvider: hostile(2) })],
  ['a span whose answers throw', () => ({ tracerProvider: hostile(3) })],
  ['a meter provider that throws', () => ({ meterProvider: hostile(0) })],
  ['a meter that throws', () => ({ meterProvider: hostile(1) })],
  ['instruments that throw', () => ({ meterProvider: hostile(2) })],
  ['a logger provider that throws', () => ({ loggerProvider: hostile(0) })],
  ['an OpenTelemetry logger that throws', () => ({ loggerProvider: hostile(1) })],
  ['a processor that throws at the start', () => tracing(processor({ onStart: boom }))],
  ['a processor that throws at the end', () => tracing(processor({ onEnd: boom }))],
  ['an exporter that throws', () => exporting({ export: boom })],
  [
    'an exporter that fails',
    () => exporting({ export: (_spans, done) => done({ code: 1, error: new Error('down') }) }),
  ],
  ['an exporter that never answers', () => exporting({ export() {} })],
  ['a logger that throws', () => ({ logger: logger(boom) })],
  ['a logger that rejects', () => ({ logger: logger(reject) })],
  [
    'a logger that throws when asked for its level',
    () => ({ logger: { ...(logger(() => {}) as object), isLevelEnabled: boom } as never }),
  ],
  ['a transcript that throws', () => ({ transcript: { append: boom } })],
  ['a transcript that rejects', () => ({ transcript: { append: reject } })],
  ['a transcript that rejects with nothing', () => ({ transcript: { append: () => Promise.reject() } })],
  ['a redactor that throws', () => ({ redactor: redactor({ redact: boom, redactText: boom }) })],
  [
    'a redactor that answers nonsense',
    () => ({ redactor: redactor({ redact: () => undefined as never, redactText: () => 7 as never }) }),
  ],
]

const thrown = new RangeError('the tool itself')
const tools = [
  createTool({
    id: 'works',
    description: 'Works',
    execute: async (_input, { observe }) => {
      observe.log('error', 'logged', { a: 1 })
      return observe.span('child', span => {
        span.setAttribute('a', 1)
        span.addEvent('b', { c: 1 })
        return 21
      })
    },
  }),
  createTool({
    id: 'throws',
    description: 'Throws',
    retry: { maxAttempts: 2 },
    execute: (_input, { observe }) => observe.span('child', () => Promise.reject(thrown)),
    onError: reject,
  }),
  createTool({
    id: 'refuses',
    description: 'Refuses',
    inputSchema: { type: 'object', required: ['a'] },
    execute: async () => 1,
  }),
  createTool({ id: 'waits', description: 'Waits', requireApproval: true }),
  createTool({ id: 'elsewhere', description: 'Elsewhere' }),
]

const rejections: unknown[] = []
const warnings: unknown[] = []
const keep = (reason: unknown) => void rejections.push(reason)

beforeEach(() => {
  rejections.length = 0
  warnings.length = 0
  process.on('unhandledRejection', keep)
  const warn = (...given: unknown[]) => void warnings.push(given)
  const log: DiagLogger = { error: warn, warn, info() {}, debug() {}, verbose() {} }
  diag.setLogger(log, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
})

afterEach(() => {
  process.off('unhandledRejection', keep)
  diag.disable()
})

// https://github.com/open-telemetry/opentelemetry-js/issues/1498
describe.each(broken)('with %s', (_name, options) => {
  test('every call ends as it would without, and nothing is left unhandled', async () => {
    const runtime = createRuntime({
      tools,
      capture: 'redacted',
      metrics: 'all',
      logs: { logger: 'logger' in options() },
      ...options(),
    })
    const events = runtime.events()
    const results = await Promise.all([
      runtime.call('works', { a: 1 }, { attributes: { b: 1 } }),
      runtime.call('throws', {}),
      runtime.call('refuses', {}),
      runtime.call('waits', {}),
      runtime.call('elsewhere', {}),
      runtime.call('nobody', {}),
    ])
    expect(results.map(result => result.outcome)).toEqual([
      'ok',
      'error',
      'input_invalid',
      'awaiting_approval',
      'dispatched',
      'not_found',
    ])
    expect(results[0]).toMatchObject({ output: 21 })
    expect(results[1]?.error?.cause).toBe(thrown)
    for (const result of results) if (result.outcome === 'dispatched') result.settle('done')
    await Promise.all(results.map(result => result.view('display').catch(() => {})))
    events.close()
    await new Promise(resolve => setTimeout(resolve, 5))
    expect(rejections).toEqual([])
  })
})

describe('with telemetry that works', () => {
  // https://github.com/mastra-ai/mastra/issues/9212
  test('no operation is ever tried on a span that has ended', async () => {
    const t = createTestRuntime({ tools, capture: 'redacted' })
    for (const id of ['works', 'throws', 'refuses', 'waits'] as const) await t.call(id, {})
    const result = await t.call('elsewhere', {})
    if (result.outcome === 'dispatched') {
      result.settle(1)
      result.settle(2)
    }
    const late = createTool({
      id: 'late',
      description: 'Late',
      timeoutMs: 10,
      execute: async (_input, { observe }) => {
        await new Promise(resolve => setTimeout(resolve, 5))
        observe.log('info', 'late')
        await observe.span('late', span => span.setAttribute('a', 1))
      },
    })
    const running = t.call(late, {})
    await t.clock.advance(11)
    await running
    await new Promise(resolve => setTimeout(resolve, 15))
    expect(t.logs().map(log => log.body)).toContain('late')
    expect(warnings).toEqual([])
  })
})

describe('a transcript that never answers', () => {
  test('holds up no result for longer than its limit', async () => {
    const t = createTestRuntime({ tools, transcript: { append: () => new Promise<void>(() => {}) } })
    const running = t.call('works', {})
    await t.clock.advance(10_000)
    await t.clock.advance(10_000)
    const ended = await Promise.race([
      running,
      new Promise(resolve => setTimeout(resolve, 500, 'still waiting')),
    ])
    expect(ended).toMatchObject({ outcome: 'ok', output: 21 })
  })

  test('blocks what must be recorded before it runs, and says so', async () => {
    const t = createTestRuntime({
      tools,
      transcript: { append: () => new Promise<void>(() => {}), onError: 'block' },
    })
    const running = t.call('works', {})
    await t.clock.advance(10_000)
    await t.clock.advance(10_000)
    const ended = await Promise.race([
      running,
      new Promise(resolve => setTimeout(resolve, 500, 'still waiting')),
    ])
    expect(ended).toMatchObject({ outcome: 'audit_unavailable' })
  })
})

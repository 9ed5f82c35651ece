import type { TranscriptRecord } from '../observe/transcript-sink.js'
import type { ToolEvent } from '../runtime/events.js'
import { createRuntime, type Runtime, type RuntimeOptions, type ToolSet } from '../runtime/runtime.js'
import { makeCanary } from './canary.js'
import { createMemoryLogger, type LoggedLine } from './memory-logger.js'
import { createMemoryTelemetry, type TestDataPoint, type TestLog, type TestSpan } from './memory-telemetry.js'
import { createTestClock, type TestClock } from './test-clock.js'

/** Options of `createTestRuntime`: those of `createRuntime`, and whether traces are sampled. */
export type TestRuntimeOptions<TTools extends ToolSet> = RuntimeOptions<TTools> & {
  /** Whether spans are sampled. Default `true`. */
  sampled?: boolean
}

/** A runtime with everything it told the world, in memory. */
export interface TestRuntime<TTools extends ToolSet>
  extends Pick<
    Runtime<TTools>,
    'call' | 'open' | 'approve' | 'deny' | 'resume' | 'tool' | 'scope' | 'tasks'
  > {
  readonly runtime: Runtime<TTools>
  readonly clock: TestClock
  /** The spans that have ended, in the order they ended. */
  spans(): TestSpan[]
  /** The one ended span of this name. Throws when there is none, or more than one. */
  span(name: string): TestSpan
  /** How many spans were started, ended or not. */
  startedSpans(): number
  /** OpenTelemetry log records. */
  logs(): TestLog[]
  /** What the logger was given. */
  lines(): readonly LoggedLine[]
  /** The data points of a metric, none when it was never recorded. */
  metric(name: string): Promise<TestDataPoint[]>
  /** The display events so far. */
  events(): readonly ToolEvent[]
  /** The transcript so far. */
  transcript(): readonly TranscriptRecord[]
  /** A fresh made-up secret, to be planted anywhere; `assertNoLeak` looks for it. */
  canary(): string
  /** Searches every sink as bytes for every canary. Throws with the sinks' names when one is found. */
  assertNoLeak(): Promise<void>
}

/**
 * Makes a runtime for one test: in-memory providers that touch no global, so that tests running side by side never mix,
 * a clock that can be advanced, and everything that left the runtime at hand.
 */
export function createTestRuntime<const TTools extends ToolSet>(
  options: TestRuntimeOptions<TTools>,
): TestRuntime<TTools> {
  const { sampled, ...given } = options
  const telemetry = createMemoryTelemetry({ sampled })
  const logger = createMemoryLogger()
  const clock = createTestClock()
  const records: TranscriptRecord[] = []
  const keep = { append: (record: TranscriptRecord) => void records.push(record) }
  const { tracerProvider, meterProvider, loggerProvider } = telemetry
  const providers = { tracerProvider, meterProvider, loggerProvider }
  const runtime = createRuntime<TTools>({ transcript: keep, logger, clock, ...providers, ...given })
  const events = collect(runtime)
  const canaries: string[] = []

  // Every way out of a runtime, by name; a new one joins the search for leaks by being listed here.
  const sinks: Record<string, () => unknown> = {
    spans: telemetry.spans,
    'OpenTelemetry logs': telemetry.logs,
    'logger lines': () => logger.lines,
    metrics: async () => [...(await telemetry.metrics())],
    'display events': () => events,
    transcript: () => records,
  }

  return {
    runtime,
    clock,
    call: runtime.call,
    open: runtime.open,
    approve: runtime.approve,
    deny: runtime.deny,
    resume: runtime.resume,
    tasks: runtime.tasks,
    tool: runtime.tool,
    scope: runtime.scope,
    spans: telemetry.spans,
    span: name => onlyOne(telemetry.spans(), name),
    startedSpans: telemetry.started,
    logs: telemetry.logs,
    lines: () => logger.lines,
    metric: async name => (await telemetry.metrics()).get(name) ?? [],
    events: () => events,
    transcript: () => records,
    canary() {
      const canary = makeCanary()
      canaries.push(canary)
      return canary
    },
    async assertNoLeak() {
      const leaks = await Promise.all(Object.entries(sinks).map(sink => leaksIn(sink, canaries)))
      const found = leaks.flat()
      if (found.length > 0) throw new Error(`a planted secret reached: ${found.join(', ')}`)
    },
  }
}

function collect(runtime: { events: Runtime['events'] }): ToolEvent[] {
  const events: ToolEvent[] = []
  const subscription = runtime.events()
  void (async () => {
    for await (const event of subscription) events.push(event)
  })()
  return events
}

function onlyOne(spans: readonly TestSpan[], name: string): TestSpan {
  const found = spans.filter(span => span.name === name)
  const [span] = found
  if (span && found.length === 1) return span
  const names = spans.map(other => other.name).join(', ') || 'none'
  throw new Error(`expected one span named "${name}" but found ${found.length}; spans that ended: ${names}`)
}

async function leaksIn(
  [name, read]: [string, () => unknown],
  canaries: readonly string[],
): Promise<string[]> {
  const bytes = Buffer.from(JSON.stringify(await read()))
  return canaries.some(canary => bytes.includes(canary)) ? [name] : []
}

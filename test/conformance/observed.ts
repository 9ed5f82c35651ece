import type { ToolEvent, TranscriptRecord } from 'toolspan'
import type { LoggedLine, TestDataPoint, TestLog, TestSpan } from 'toolspan/testing'

/** What a door told the world about its calls. */
export interface Observed {
  spans(): TestSpan[]
  /** How many spans were started, ended or not. */
  startedSpans(): number
  logs(): TestLog[]
  lines(): readonly LoggedLine[]
  metric(name: string): Promise<TestDataPoint[]>
  events(): readonly ToolEvent[]
  transcript(): readonly TranscriptRecord[]
  /** A fresh made-up secret. */
  canary(): string
  assertNoLeak(): Promise<void>
}

/** The events that every call has, however its input came. */
export function commonEvents(observed: Observed): ToolEvent[] {
  return observed.events().filter(({ type }) => !/^tool-call-(input-streaming|delta)/.test(type))
}

/** The spans of calls, of whatever tool. */
export function callsIn(spans: readonly TestSpan[]): TestSpan[] {
  return spans.filter(span => span.name.startsWith('execute_tool '))
}

/** The call's own span: the only one of its kind. */
export function callSpan(observed: Observed): TestSpan {
  const found = callsIn(observed.spans())
  const [span] = found
  if (!span || found.length !== 1) throw new Error(`expected one call span but found ${found.length}`)
  return span
}

/** The exceptions on a span, in order. */
export function exceptionsOn(span: TestSpan): TestSpan['events'] {
  return span.events.filter(({ name }) => name === 'exception')
}

/** The record that says how the call ended, where its level asks for one. */
export function endLog(observed: Observed): TestLog | undefined {
  return observed.logs().find(log => log.attributes['toolspan.outcome'] !== undefined)
}

/** Everything that left the door, as one text to search in. */
export async function everything(observed: Observed, metricNames: readonly string[]): Promise<string> {
  const metrics = await Promise.all(metricNames.map(name => observed.metric(name)))
  const { spans, logs, lines, events, transcript } = observed
  return JSON.stringify([spans(), logs(), lines(), events(), transcript(), metrics])
}

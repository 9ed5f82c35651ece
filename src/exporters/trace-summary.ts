import { ATTR, OPERATION_EXECUTE_TOOL } from '../observe/names.js'
import { compareNano, millisBetween, type StoredSpan } from './stored-span.js'

export interface TraceFilter {
  /** Name of a tool that was called in the trace. */
  tool?: string
  /** `toolspan.outcome` of a call in the trace, of that tool when `tool` is given too. */
  outcome?: string
  /** Shortest duration of the whole trace, in milliseconds. */
  minDurationMs?: number
  /** Earliest start of the trace. */
  since?: Date
}

/** One trace in a list. */
export interface TraceSummary {
  traceId: string
  /** Name of the root span, or of the earliest span when the root is not in the store. */
  rootName: string
  /** Tool of the matching call: the one searched for, else the outermost. */
  tool?: string
  /** `toolspan.outcome` of that call; absent when its span has none. */
  outcome?: string
  /** Tool calls in the trace; the attempts of a call are none of their own. */
  calls: number
  /** How many of the calls ended with which `toolspan.outcome`. */
  outcomes: Record<string, number>
  /** ISO 8601, to the millisecond. */
  startTime: string
  startTimeUnixNano: string
  /** From the earliest start to the latest end. */
  durationMs: number
  spanCount: number
  /** Whether any span of the trace has the status error. */
  error: boolean
  serviceName: string
}

interface Call {
  tool: string
  outcome: string | undefined
  isRoot: boolean
  startTimeUnixNano: string
  endTimeUnixNano: string
}

interface Gathered {
  first: StoredSpan
  root: StoredSpan | undefined
  endTimeUnixNano: string
  spanCount: number
  error: boolean
  /** By span id: an exporter may send a batch again. */
  calls: Map<string, Call>
  /** Calls past those remembered. */
  furtherCalls: number
}

/** Calls remembered for each trace, so that a long agent run cannot fill the memory. */
const MAX_CALLS = 1000

/** Gathers spans into one summary for each trace that passes the filter, newest first. */
export async function summarizeTraces(
  spans: AsyncIterable<StoredSpan>,
  filter: TraceFilter = {},
): Promise<TraceSummary[]> {
  const byTrace = new Map<string, Gathered>()
  for await (const span of spans) gather(byTrace, span)
  return [...byTrace.values()]
    .flatMap(gathered => summarize(gathered, filter) ?? [])
    .sort((a, b) => compareNano(b.startTimeUnixNano, a.startTimeUnixNano))
}

function gather(byTrace: Map<string, Gathered>, span: StoredSpan): void {
  const known = byTrace.get(span.traceId)
  const trace = known ?? {
    first: span,
    root: undefined,
    endTimeUnixNano: span.endTimeUnixNano,
    spanCount: 0,
    error: false,
    calls: new Map(),
    furtherCalls: 0,
  }
  byTrace.set(span.traceId, trace)
  trace.spanCount++
  trace.error ||= span.status.code === 'error'
  if (span.parentSpanId === undefined) trace.root ??= span
  if (compareNano(span.startTimeUnixNano, trace.first.startTimeUnixNano) < 0) trace.first = span
  if (compareNano(span.endTimeUnixNano, trace.endTimeUnixNano) > 0)
    trace.endTimeUnixNano = span.endTimeUnixNano
  const call = callOf(span)
  if (call === undefined) return
  if (trace.calls.size < MAX_CALLS || trace.calls.has(span.spanId)) trace.calls.set(span.spanId, call)
  else trace.furtherCalls++
}

/**
 * Reads the call that a span is. The attempts of a call name its tool too, but are no calls, and neither is a request that
 * an MCP server was asked for one with.
 */
function callOf({
  attributes,
  kind,
  parentSpanId,
  startTimeUnixNano,
  endTimeUnixNano,
}: StoredSpan): Call | undefined {
  const tool = attributes[ATTR.toolName]
  const outcome = attributes[ATTR.outcome]
  const isCall = attributes[ATTR.operationName] === OPERATION_EXECUTE_TOOL || typeof outcome === 'string'
  if (!isCall || typeof tool !== 'string') return undefined
  if (kind === 'server' && attributes[ATTR.mcpMethodName] !== undefined) return undefined
  return {
    tool,
    outcome: typeof outcome === 'string' ? outcome : undefined,
    isRoot: parentSpanId === undefined,
    startTimeUnixNano,
    endTimeUnixNano,
  }
}

function summarize(trace: Gathered, filter: TraceFilter): TraceSummary | undefined {
  const calls = [...trace.calls.values()]
  const call = matchingCall(calls, filter)
  const wantsCall = filter.tool !== undefined || filter.outcome !== undefined
  const { startTimeUnixNano } = trace.first
  const durationMs = millisBetween(startTimeUnixNano, trace.endTimeUnixNano)
  const startMs = Number(BigInt(startTimeUnixNano) / 1_000_000n)
  if (wantsCall && call === undefined) return undefined
  if (filter.minDurationMs !== undefined && durationMs < filter.minDurationMs) return undefined
  if (filter.since !== undefined && startMs < filter.since.getTime()) return undefined
  const head = trace.root ?? trace.first
  return {
    traceId: head.traceId,
    rootName: head.name,
    ...(call ? { tool: call.tool } : {}),
    ...(call?.outcome ? { outcome: call.outcome } : {}),
    calls: calls.length + trace.furtherCalls,
    outcomes: countOutcomes(calls),
    startTime: new Date(startMs).toISOString(),
    startTimeUnixNano,
    durationMs,
    spanCount: trace.spanCount,
    error: trace.error,
    serviceName: head.serviceName,
  }
}

function matchingCall(calls: readonly Call[], { tool, outcome }: TraceFilter): Call | undefined {
  return calls
    .filter(call => tool === undefined || call.tool === tool)
    .filter(call => outcome === undefined || call.outcome === outcome)
    .sort(outermostFirst)[0]
}

/** A call within another may begin in the same instant; then the one that ends later is the outer one. */
function outermostFirst(a: Call, b: Call): number {
  return (
    Number(b.isRoot) - Number(a.isRoot) ||
    compareNano(a.startTimeUnixNano, b.startTimeUnixNano) ||
    compareNano(b.endTimeUnixNano, a.endTimeUnixNano)
  )
}

function countOutcomes(calls: readonly Call[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const { outcome } of calls) if (outcome) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return Object.fromEntries(counts)
}

import { readLogs, readTraces } from '../../exporters/read-local-files.js'
import { compareNano, type StoredLog, type StoredSpan } from '../../exporters/stored-span.js'
import { ATTR, SPAN } from '../../observe/names.js'
import { whatHappened } from './what-happened.js'

/** One call as the local store has it. */
export interface RecordedCall {
  tool: string
  outcome: string
  durationMs: number
  attempts: number
  happened: string
  toolCallId: string
  traceId: string
  spans: StoredSpan[]
  logs: StoredLog[]
}

/** Reads calls back from the local store, in the order of their trace ids as given. */
export async function readRecording(
  dir: string,
  { traceIds, since }: { traceIds: readonly string[]; since: Date },
): Promise<RecordedCall[]> {
  const wanted = new Set(traceIds)
  const spans = await groupByTrace(readTraces({ dir, since }), wanted)
  const logs = await groupByTrace(readLogs({ dir, since }), wanted)
  return traceIds.flatMap(traceId => toCall(spans.get(traceId) ?? [], logs.get(traceId) ?? []) ?? [])
}

function toCall(spans: StoredSpan[], logs: StoredLog[]): RecordedCall | undefined {
  // A call that waited has a span for each time it ran; the last says how it ended.
  const runs = spans.filter(
    ({ name, attributes }) => name === SPAN.executeTool(String(attributes[ATTR.toolName])),
  )
  const root = runs.sort((a, b) => compareNano(a.startTimeUnixNano, b.startTimeUnixNano)).at(-1)
  if (!root) return undefined
  logs.sort((a, b) => compareNano(a.timeUnixNano, b.timeUnixNano))
  const attempts = spans.filter(({ attributes }) => attributes[ATTR.attempt] !== undefined).length
  return {
    tool: String(root.attributes[ATTR.toolName]),
    outcome: String(root.attributes[ATTR.outcome]),
    durationMs: root.durationMs,
    attempts: Math.max(1, attempts),
    happened: whatHappened(root, logs, waitOf(runs)),
    toolCallId: String(root.attributes[ATTR.toolCallId]),
    traceId: root.traceId,
    spans,
    logs,
  }
}

/** What a call waited for before it ended, if it did. */
function waitOf(runs: readonly StoredSpan[]): string | undefined {
  const outcomes = runs.map(({ attributes }) => attributes[ATTR.outcome])
  if (outcomes.includes('awaiting_approval'))
    return outcomes.includes('denied') ? 'denied by a person' : 'approved by a person'
  return outcomes.includes('suspended') ? 'asked a question and was answered' : undefined
}

async function groupByTrace<Item extends { traceId?: string }>(
  items: AsyncIterable<Item>,
  wanted: ReadonlySet<string>,
): Promise<Map<string, Item[]>> {
  const groups = new Map<string, Item[]>()
  for await (const item of items) {
    if (item.traceId === undefined || !wanted.has(item.traceId)) continue
    const group = groups.get(item.traceId)
    if (group) group.push(item)
    else groups.set(item.traceId, [item])
  }
  return groups
}

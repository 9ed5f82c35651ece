import { compareNano, type StoredSpan } from './stored-span.js'

/** One span of a tree, with where it stands. */
export interface SpanRow {
  span: StoredSpan
  /** 0 for what stands at the root. */
  depth: number
  /** For the last levels up to `depth`, at most 16: whether a line runs on below, as a later sibling follows. */
  continues: boolean[]
  hasChildren: boolean
  /** Why a span stands at the root although it names a parent: the parent is not there, or it is its own ancestor. */
  displaced?: 'orphan' | 'cycle'
}

/** Levels whose lines are remembered; kept for all, a deep chain would take memory by the square of its length. */
const MAX_LEVELS = 16

/**
 * Puts spans into tree order, each exactly once, siblings by start time.
 *
 * A span whose parent is missing stands at the root, as does the earliest span of a cycle. A span id that occurs twice
 * counts once, the later record winning, because an exporter may send a batch again.
 */
export function spanTree(spans: readonly StoredSpan[]): SpanRow[] {
  const byId = new Map(spans.map(span => [span.spanId, span]))
  const unique = [...byId.values()].sort((a, b) => compareNano(a.startTimeUnixNano, b.startTimeUnixNano))
  const children = groupByParent(unique)
  const rows: SpanRow[] = []
  const seen = new Set<string>()

  const tops = unique.filter(span => span.parentSpanId === undefined || !byId.has(span.parentSpanId))
  for (const top of tops) {
    descend(top, top.parentSpanId === undefined ? undefined : 'orphan', { children, seen, rows })
  }
  for (const span of unique) if (!seen.has(span.spanId)) descend(span, 'cycle', { children, seen, rows })
  return rows
}

interface Walk {
  children: Map<string, StoredSpan[]>
  seen: Set<string>
  rows: SpanRow[]
}

/** Walks with a stack of its own: a chain of spans may be deeper than the call stack. */
function descend(top: StoredSpan, displaced: SpanRow['displaced'], { children, seen, rows }: Walk): void {
  const stack: SpanRow[] = [{ span: top, depth: 0, continues: [], hasChildren: false, displaced }]
  seen.add(top.spanId)
  for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
    const { span, depth, continues } = row
    const below = (children.get(span.spanId) ?? []).filter(child => !seen.has(child.spanId))
    for (const child of below) seen.add(child.spanId)
    rows.push({ ...row, hasChildren: below.length > 0 })
    const next = below.map((child, index) => {
      const isLast = index === below.length - 1
      return {
        span: child,
        depth: depth + 1,
        continues: [...continues.slice(1 - MAX_LEVELS), !isLast],
        hasChildren: false,
      }
    })
    stack.push(...next.reverse())
  }
}

function groupByParent(spans: readonly StoredSpan[]): Map<string, StoredSpan[]> {
  const groups = new Map<string, StoredSpan[]>()
  for (const span of spans) {
    if (span.parentSpanId === undefined) continue
    const group = groups.get(span.parentSpanId)
    if (group) group.push(span)
    else groups.set(span.parentSpanId, [span])
  }
  return groups
}

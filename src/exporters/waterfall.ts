import { formatDuration } from './format-duration.js'
import { columnsOf, fitColumns, printable } from './printable.js'
import { logDetail, spanDetails } from './span-details.js'
import { type SpanRow, spanTree } from './span-tree.js'
import { compareNano, millisBetween, type StoredLog, type StoredSpan } from './stored-span.js'
import {
  barText,
  durationText,
  type Layout,
  MAX_DRAWN_LEVELS,
  nameText,
  outcomeText,
  paintBar,
  paintName,
  paintOutcome,
} from './waterfall-cells.js'
import { detailLines } from './waterfall-details.js'
import { type WaterfallStyle, waterfallStyle } from './waterfall-style.js'

export interface WaterfallOptions {
  /** Columns to draw in. Default 100, at least 50. */
  width?: number
  /** Whether to use ANSI colours. Default `false`. */
  color?: boolean
  /** Whether to use box-drawing and block characters; ASCII otherwise. Default `true`. */
  unicode?: boolean
  /**
   * Whether the texts of errors and warnings are drawn whole, each line of them in one line however long: for a file or
   * a pipe. Default `false`: they are wrapped to the width, in at most 12 lines.
   */
  wholeTexts?: boolean
}

/** Most logs, events and other details beneath one span; what is past them is counted. */
const MAX_DETAILS = 100

/**
 * Draws one trace as a tree of spans with bars on a shared time axis, each with its logs and events beneath.
 *
 * A span whose parent is not among `spans` stands at the root with a mark, as does the earliest span of a cycle.
 * Control characters and escape sequences in names, attributes and messages are written out, never printed.
 *
 * @returns Lines joined by `\n`, without one at the end.
 */
export function renderWaterfall(
  spans: readonly StoredSpan[],
  logs: readonly StoredLog[] = [],
  { width = 100, color = false, unicode = true, wholeTexts = false }: WaterfallOptions = {},
): string {
  const style = waterfallStyle({ color, unicode })
  const rows = spanTree(spans)
  const [first] = rows
  if (first === undefined) return 'no spans'
  const layout = { ...layOut(rows, Math.max(50, width), style), wholeTexts }
  const logsBySpan = groupLogs(logs)
  const ids = new Set(rows.map(row => row.span.spanId))
  const strays = logs.filter(log => log.spanId === undefined || !ids.has(log.spanId))
  return [
    header(rows, layout),
    ...rows.flatMap(row => [spanLine(row, layout), ...linesBeneath(row, logsBySpan, layout)]),
    ...strays.flatMap(log => detailLines('', logDetail(log), layout)),
  ].join('\n')
}

const GAP = '  '

function layOut(rows: readonly SpanRow[], width: number, style: WaterfallStyle): Omit<Layout, 'wholeTexts'> {
  const starts = rows.map(row => row.span.startTimeUnixNano).sort(compareNano)
  const ends = rows.map(row => row.span.endTimeUnixNano).sort(compareNano)
  const startUnixNano = starts[0] ?? '0'
  const outcome = widest(rows.map(row => outcomeText(row.span, style)))
  const duration = widest(rows.map(row => durationText(row.span, style)))
  const rest = width - duration - (outcome > 0 ? outcome + GAP.length : 0) - 2 * GAP.length
  const name = Math.min(widest(rows.map(row => nameText(row, style))), Math.floor(rest * 0.6))
  const totalMs = millisBetween(startUnixNano, ends.at(-1) ?? startUnixNano)
  return { style, startUnixNano, totalMs, width, name, outcome, duration, bar: rest - name }
}

function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, columnsOf(text)), 0)
}

function header(rows: readonly SpanRow[], { style, totalMs }: Layout): string {
  const { colors, separator } = style
  const errors = rows.filter(row => row.span.status.code === 'error').length
  const facts = [
    `trace ${colors.bold(printable(rows[0]?.span.traceId ?? ''))}`,
    plural(rows.length, 'span'),
    style.plain(formatDuration(totalMs)),
    ...(errors > 0 ? [colors.red(plural(errors, 'error'))] : []),
  ]
  return facts.join(separator)
}

function spanLine(row: SpanRow, layout: Layout): string {
  const { style, name, outcome, duration } = layout
  const { span } = row
  const isError = span.status.code === 'error'
  const cells = [
    paintName(row, fitColumns(nameText(row, style), name, style.ellipsis), style),
    ...(outcome > 0
      ? [paintOutcome(span, fitColumns(outcomeText(span, style), outcome, style.ellipsis), style)]
      : []),
    durationText(span, style).padStart(duration),
    paintBar(barText(span, layout), isError, style),
  ]
  return cells.join(GAP).trimEnd()
}

function linesBeneath(row: SpanRow, logs: Map<string, StoredLog[]>, layout: Layout): string[] {
  const { style } = layout
  const shown = row.continues.slice(-MAX_DRAWN_LEVELS)
  const skipped = row.depth > shown.length ? style.gap.slice(0, 2) : ''
  const above = shown.map(runsOn => (runsOn ? style.line : style.gap)).join('')
  const prefix = skipped + above + (row.hasChildren ? style.line : style.gap).slice(0, 2)
  const details = spanDetails(row.span, logs.get(row.span.spanId) ?? [])
  const more = details.length - MAX_DETAILS
  return [
    ...displacedNote(row, prefix, layout),
    ...details.slice(0, MAX_DETAILS).flatMap(detail => detailLines(prefix, detail, layout)),
    ...(more > 0 ? [`${prefix}${style.ellipsis} ${plural(more, 'more line')}`] : []),
  ]
}

function displacedNote({ span, displaced }: SpanRow, prefix: string, { style }: Layout): string[] {
  if (displaced === undefined) return []
  const parent = printable(span.parentSpanId ?? '')
  const text =
    displaced === 'orphan' ? `parent ${parent} is not here` : `its own ancestor, through parent ${parent}`
  return [style.colors.dim(`${prefix}${text}`)]
}

function groupLogs(logs: readonly StoredLog[]): Map<string, StoredLog[]> {
  const groups = new Map<string, StoredLog[]>()
  for (const log of logs) {
    if (log.spanId === undefined) continue
    const group = groups.get(log.spanId)
    if (group) group.push(log)
    else groups.set(log.spanId, [log])
  }
  return groups
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

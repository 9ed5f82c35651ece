import { ATTR } from '../observe/names.js'
import { formatDuration } from './format-duration.js'
import { printable } from './printable.js'
import type { SpanRow } from './span-tree.js'
import { millisBetween, type StoredSpan } from './stored-span.js'
import type { WaterfallStyle } from './waterfall-style.js'

/** Levels of a deep tree that are drawn; the rest is an ellipsis, so that names stay readable. */
export const MAX_DRAWN_LEVELS = 8

/** What the lines of one waterfall share: the time axis and the columns of each cell. */
export interface Layout {
  style: WaterfallStyle
  startUnixNano: string
  totalMs: number
  width: number
  name: number
  outcome: number
  duration: number
  bar: number
  /** Whether the texts of errors and warnings are neither wrapped nor cut. */
  wholeTexts: boolean
}

export function nameText(row: SpanRow, style: WaterfallStyle): string {
  const mark = row.displaced ? style.displacedMark : ''
  return branchOf(row, style) + mark + (printable(row.span.name) || '(no name)')
}

/** Draws the way from the root; of a deep one only the last levels, so that names stay readable. */
function branchOf({ depth, continues }: SpanRow, style: WaterfallStyle): string {
  if (depth === 0) return ''
  const shown = continues.slice(-MAX_DRAWN_LEVELS)
  const lines = shown.slice(0, -1).map(runsOn => (runsOn ? style.line : style.gap))
  const skipped = depth > shown.length ? `${style.ellipsis} ` : ''
  return skipped + lines.join('') + (shown.at(-1) ? style.branch : style.lastBranch)
}

export function outcomeText({ attributes, status }: StoredSpan, style: WaterfallStyle): string {
  const stated = attributes[ATTR.outcome]
  const outcome = typeof stated === 'string' ? printable(stated) : ''
  if (status.code !== 'error') return outcome
  return `${style.errorMark} ${outcome || 'error'}`
}

export function durationText(span: StoredSpan, style: WaterfallStyle): string {
  return style.plain(formatDuration(span.durationMs))
}

export function barText(span: StoredSpan, { startUnixNano, totalMs, bar, style }: Layout): string {
  const scale = totalMs > 0 ? bar / totalMs : 0
  const from = millisBetween(startUnixNano, span.startTimeUnixNano) * scale
  const to = Math.min(bar, Math.max(from, from + span.durationMs * scale))
  const start = Math.min(Math.floor(from), bar - 1)
  return ' '.repeat(start) + style.bar(totalMs > 0 ? to - start : bar)
}

export function paintName({ depth, displaced }: SpanRow, text: string, { colors }: WaterfallStyle): string {
  if (displaced) return colors.yellow(text)
  return depth === 0 ? colors.bold(text) : text
}

export function paintOutcome(
  { status, attributes }: StoredSpan,
  text: string,
  { colors }: WaterfallStyle,
): string {
  if (status.code === 'error') return colors.red(text)
  return attributes[ATTR.outcome] === 'ok' ? colors.green(text) : colors.yellow(text)
}

export function paintBar(text: string, isError: boolean, { colors }: WaterfallStyle): string {
  return isError ? colors.red(text) : colors.cyan(text)
}

import pc from 'picocolors'
import type { Severity } from './span-details.js'

/** The characters and colours of one waterfall. */
export interface WaterfallStyle {
  branch: string
  lastBranch: string
  line: string
  gap: string
  /** What stands for levels that are left out. */
  ellipsis: string
  separator: string
  errorMark: string
  /** Marks a span that stands at the root although it names a parent. */
  displacedMark: string
  /** Draws so many cells of a bar; fractions are drawn where the characters allow. */
  bar(cells: number): string
  /** Replaces what the character set lacks. */
  plain(text: string): string
  colors: ReturnType<typeof pc.createColors>
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

const UNICODE: Omit<WaterfallStyle, 'colors'> = {
  branch: '├─ ',
  lastBranch: '└─ ',
  line: '│  ',
  gap: '   ',
  ellipsis: '…',
  separator: ' · ',
  errorMark: '✗',
  displacedMark: '┄ ',
  bar: cells => {
    const eighths = Math.max(1, Math.round(cells * 8))
    return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]
  },
  plain: text => text,
}

const ASCII: Omit<WaterfallStyle, 'colors'> = {
  branch: '|- ',
  lastBranch: '`- ',
  line: '|  ',
  gap: '   ',
  ellipsis: '~',
  separator: ' - ',
  errorMark: 'x',
  displacedMark: '? ',
  bar: cells => '='.repeat(Math.max(1, Math.round(cells))),
  plain: text => text.replaceAll('µ', 'u'),
}

/** Chooses the characters and colours of a waterfall. */
export function waterfallStyle({ color, unicode }: { color: boolean; unicode: boolean }): WaterfallStyle {
  return { ...(unicode ? UNICODE : ASCII), colors: pc.createColors(color) }
}

/** Colours the label of a severity. */
export function paintSeverity(label: string, severity: Severity, { colors }: WaterfallStyle): string {
  if (severity === 'error' || severity === 'fatal') return colors.red(label)
  if (severity === 'warn') return colors.yellow(label)
  if (severity === 'info') return colors.cyan(label)
  return colors.dim(label)
}

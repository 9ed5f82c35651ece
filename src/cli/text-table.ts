import { stripVTControlCharacters } from 'node:util'
import Table from 'cli-table3'
import { columnsOf } from '../exporters/printable.js'
import type { Terminal } from './terminal.js'

export interface TextTable {
  /** Titles of the columns. */
  head: readonly string[]
  /** Cells, coloured or not; a line break in a cell is kept. */
  rows: readonly (readonly string[])[]
  /** Columns that give way when the terminal is too narrow, by index. */
  flexible: readonly number[]
  /** Columns aligned to the right, by index. */
  right?: readonly number[]
  /** Whether a cell that is too long goes on in the next line. Default: it is cut. */
  wrap?: boolean
}

const GAP = 2
const NARROWEST = 8

/** Draws a table without lines, no wider than the terminal. */
export function textTable(
  { head, rows, flexible, right = [], wrap = false }: TextTable,
  terminal: Terminal,
): string {
  const widths = shrink(naturalWidths([head, ...rows]), flexible, terminal.width)
  const table = new Table({
    chars: NO_LINES,
    style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': GAP },
    truncate: terminal.unicode ? '…' : '~',
    wordWrap: wrap,
    colWidths: widths.map(width => width + GAP),
    colAligns: head.map((_, index) => (right.includes(index) ? 'right' : 'left')),
  })
  table.push(
    head.map(title => terminal.colors.dim(title)),
    ...rows.map(row => [...row]),
  )
  return table
    .toString()
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n')
}

const NO_LINES = Object.fromEntries(
  [
    ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
    ...['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'],
  ].map(name => [name, '']),
)

function naturalWidths(rows: readonly (readonly string[])[]): number[] {
  const count = Math.max(...rows.map(row => row.length))
  return Array.from({ length: count }, (_, column) =>
    Math.max(...rows.flatMap(row => (row[column] ?? '').split('\n').map(visibleColumns))),
  )
}

function visibleColumns(cell: string): number {
  return columnsOf(stripVTControlCharacters(cell))
}

/** Takes what is too much from the flexible columns, from the widest first. */
function shrink(natural: number[], flexible: readonly number[], width: number): number[] {
  const widths = [...natural]
  const total = () => widths.reduce((sum, one) => sum + one + GAP, -GAP)
  while (total() > width) {
    const [widest] = [...flexible].sort((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0))
    if (widest === undefined || (widths[widest] ?? 0) <= NARROWEST) return widths
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

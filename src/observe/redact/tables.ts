import { characterSet } from './character-set.js'
import type { Detector, Finding } from './finding.js'
import type { KeyPolicy } from './key-policy.js'
import { isStandIn } from './secret-shape.js'

/** A table that the scan is in: what parts its cells, how many there are, and which hold secrets. */
interface Table {
  delimiter: string
  cells: number
  secret: ReadonlySet<number>
}

interface Cell {
  text: string
  start: number
}

/** Parts of the names of secrets; a look for them is far cheaper than splitting each line. */
export const mayBeSecret =
  /pass|pwd|secret|token|key|auth|cookie|credential|session|connection|cvv|cvc|ssn|otp|pin/i
const name = /^[A-Za-z_][\w.-]{0,40}(?: [\w.-]{1,40})?$/
const delimiters = ['|', '\t', ',', ';']
const longestHeader = 2000

/** Creates the detector of secrets in the columns of CSV and Markdown tables whose header names them. */
export function createTableDetector(policy: KeyPolicy): Detector {
  return function findInTables(text, found) {
    if (!text.includes('\n') || !mayBeSecret.test(text)) return
    let table: Table | undefined
    for (let start = 0; start < text.length; ) {
      const end = endOfLine(text, start)
      const line = text.slice(start, text[end - 1] === '\r' ? end - 1 : end)
      table = (table && addRow(line, start, table, found)) ?? headerOf(line, policy)
      start = end + 1
    }
  }
}

/** Returns the table if the line is a row of it. */
function addRow(line: string, offset: number, table: Table, found: Finding[]): Table | undefined {
  if (/^[-+:|= ]{3,}$/.test(line)) return table
  const cells = cellsOf(line, table.delimiter)
  if (cells.length !== table.cells) return undefined
  for (const [index, { text, start }] of cells.entries()) {
    if (!table.secret.has(index) || isStandIn(text)) continue
    found.push({ start: offset + start, end: offset + start + text.length, rule: 'table' })
  }
  return table
}

function headerOf(line: string, policy: KeyPolicy): Table | undefined {
  if (line.length > longestHeader || !mayBeSecret.test(line)) return undefined
  const delimiter = delimiters.find(each => line.includes(each))
  if (!delimiter) return undefined
  const names = cellsOf(line, delimiter).map(({ text }) => text)
  if (names.length < 2 || !names.every(each => isColumnName(each, delimiter, line))) return undefined
  const secret = new Set(names.flatMap((each, index) => (policy(each) ? [index] : [])))
  return secret.size > 0 ? { delimiter, cells: names.length, secret } : undefined
}

/** A sentence has commas too, with blanks behind them and words beside its words. */
function isColumnName(text: string, delimiter: string, line: string): boolean {
  return name.test(text) && (delimiter === '|' || delimiter === '\t' || !line.includes(`${delimiter} `))
}

/** Splits a line into its cells, without the blanks and quotes around them. */
function cellsOf(line: string, delimiter: string): Cell[] {
  const cells: Cell[] = []
  let start = 0
  for (let at = 0; at <= line.length; at++) {
    if (line[at] === '"' && delimiter !== '|') at = endOfQuote(line, at)
    if (at < line.length && line[at] !== delimiter) continue
    cells.push(trimmed(line.slice(start, at), start))
    start = at + 1
  }
  return delimiter === '|'
    ? cells.slice(cells[0]?.text === '' ? 1 : 0, cells.at(-1)?.text === '' ? -1 : undefined)
    : cells
}

const isAround = characterSet(' \t"')

function endOfQuote(line: string, at: number): number {
  const end = line.indexOf('"', at + 1)
  return end === -1 ? at : end + 1
}

function trimmed(text: string, start: number): Cell {
  let from = 0
  let to = text.length
  while (from < to && isAround(text, from)) from++
  while (to > from && isAround(text, to - 1)) to--
  return { text: text.slice(from, to), start: start + from }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

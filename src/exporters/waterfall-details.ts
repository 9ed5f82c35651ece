import { columnsOf, fitColumns } from './printable.js'
import { type Detail, isProblem } from './span-details.js'
import type { Layout } from './waterfall-cells.js'
import { paintSeverity } from './waterfall-style.js'
import { wrapLines } from './waterfall-wrap.js'

/** Most lines of one text, and of all causes of one exception, where texts are not drawn whole. */
const MAX_LINES = 12

/** Most lines of one cause where texts are not drawn whole. */
const MAX_CAUSE_LINES = 3

const GAP = '  '

/**
 * Draws a detail: in one line that is cut to the width, or one of a problem in as many lines as it needs, its causes
 * beneath. Colours are put on last: a cut through a colour code would let it run on.
 */
export function detailLines(prefix: string, detail: Detail, layout: Layout): string[] {
  const { colors } = layout.style
  const label = detail.severity.padEnd(5)
  const room = layout.width - columnsOf(prefix) - label.length - 1
  const said = isProblem(detail.severity)
    ? problemLines(detail, room, layout)
    : [oneLine(detail, room, layout)]
  return said.map((line, index) => {
    const before =
      index === 0 ? paintSeverity(label, detail.severity, layout.style) : ' '.repeat(label.length)
    return `${colors.dim(prefix)}${before} ${line}`
  })
}

function oneLine({ text, fields }: Detail, room: number, { style }: Layout): string {
  const said = fitColumns(text, Math.min(columnsOf(text), room), style.ellipsis)
  const left = room - columnsOf(said) - GAP.length
  const more =
    left > 1 && fields !== ''
      ? GAP + fitColumns(fields, Math.min(columnsOf(fields), left), style.ellipsis)
      : ''
  return said + style.colors.dim(more)
}

function problemLines({ text, fields, causes }: Detail, room: number, layout: Layout): string[] {
  const said = fold(text, room, MAX_LINES, layout)
  return [...withFields(said, fields, room, layout), ...causeLines(causes ?? [], room, layout)]
}

/** Fields stand after a text of one line where they fit whole, else in lines of their own. */
function withFields(lines: readonly string[], fields: string, room: number, layout: Layout): string[] {
  if (fields === '') return [...lines]
  const { dim } = layout.style.colors
  const [first = '', ...further] = lines
  const fits = layout.wholeTexts || columnsOf(first) + GAP.length + columnsOf(fields) <= room
  if (further.length === 0 && fits) return [first + dim(GAP + fields)]
  return [...lines, ...fold(fields, room, MAX_CAUSE_LINES, layout).map(line => dim(line))]
}

function causeLines(causes: readonly string[], room: number, layout: Layout): string[] {
  const lines = causes.flatMap(cause => fold(cause, room, MAX_CAUSE_LINES, layout))
  if (layout.wholeTexts || lines.length <= MAX_LINES) return lines
  return [...lines.slice(0, MAX_LINES - 1), `${layout.style.ellipsis} and more causes`]
}

function fold(text: string, columns: number, most: number, { style, wholeTexts }: Layout): string[] {
  const lines = text.split('\n')
  return wholeTexts ? lines : wrapLines(lines, { columns, most, mark: style.ellipsis })
}

import { columnsOf, fitColumns } from './printable.js'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

export interface WrapOptions {
  columns: number
  /** Most lines; the last one ends in the mark when there is more. */
  most: number
  /** What stands for what is left out, one column wide. */
  mark: string
}

/** Breaks printable lines to a width, between words where it can. */
export function wrapLines(lines: readonly string[], { columns, most, mark }: WrapOptions): string[] {
  const wrapped: string[] = []
  for (const line of lines) {
    for (let rest = line, isFirst = true; isFirst || rest !== ''; isFirst = false) {
      if (wrapped.length === most)
        return [...wrapped.slice(0, -1), markEnd(wrapped.at(-1) ?? '', columns, mark)]
      const head = headOf(rest, columns)
      wrapped.push(head.trimEnd())
      rest = rest.slice(head.length).trimStart()
    }
  }
  return wrapped
}

/** Returns what of a text fits, up to the end of a word unless the word alone is too long. */
function headOf(text: string, columns: number): string {
  let end = 0
  let width = 0
  for (const { segment } of graphemes.segment(text)) {
    width += columnsOf(segment)
    if (width > columns && end > 0) return text.slice(0, endOfWord(text, end))
    end += segment.length
  }
  return text
}

function endOfWord(text: string, end: number): number {
  const blank = text.lastIndexOf(' ', end)
  return text.slice(0, Math.max(0, blank)).trim() === '' ? end : blank
}

function markEnd(line: string, columns: number, mark: string): string {
  return columnsOf(line) < columns ? line + mark : fitColumns(`${line} `, columns, mark)
}

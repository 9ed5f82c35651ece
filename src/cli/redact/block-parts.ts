import type { TextBlock } from './text-blocks.js'

/** A part of a block that is read in one way. */
export interface BlockPart {
  /** What is read, without the line break behind it. */
  text: string
  /** The line break behind it, if there is one. */
  end: string
  /** Number of its first line. */
  line: number
  /** What the part holds as JSON; absent for text. */
  json?: { value: unknown }
  /** The part is all there is, so that its lines say nothing. */
  isDocument: boolean
}

/** Splits a block into lines of JSON and the text between them; a block that is one JSON document stays whole. */
export function blockParts({ text, line }: TextBlock): BlockPart[] {
  const whole = parseContainer(text)
  if (whole) return [{ ...withoutBreak(text), line, json: whole, isDocument: true }]
  const parts: BlockPart[] = []
  let lines: string[] = []
  let at = line
  const flush = () => {
    if (lines.length > 0) {
      parts.push({ ...withoutBreak(lines.join('')), line: at - lines.length, isDocument: false })
    }
    lines = []
  }
  for (const each of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const json = parseContainer(each)
    if (json) {
      flush()
      parts.push({ ...withoutBreak(each), line: at, json, isDocument: false })
    } else lines.push(each)
    at++
  }
  flush()
  return parts
}

function withoutBreak(text: string): Pick<BlockPart, 'text' | 'end'> {
  const end = /\r?\n$/.exec(text)?.[0] ?? ''
  return { text: text.slice(0, text.length - end.length), end }
}

function parseContainer(text: string): { value: unknown } | undefined {
  const first = text.trimStart()[0]
  if (first !== '{' && first !== '[') return undefined
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

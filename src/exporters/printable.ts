/** Characters that move a cursor, colour a terminal, reorder text or hide in it. */
const HARMFUL = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** Characters that a terminal draws two columns wide. */
const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u

/** Text that needs no segmenting: printable ASCII and the characters that waterfalls are drawn with. */
const PLAIN = /^[ -~\u2500-\u259f…·]*$/

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

const NAMED: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\u001b': '\\e' }

/** Returns a text that is safe to print: harmful characters are written out, such as `\e` for the escape. */
export function printable(text: string): string {
  return text.replace(
    HARMFUL,
    char => NAMED[char] ?? `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
}

/** Returns how many terminal columns a printable text takes. */
export function columnsOf(text: string): number {
  if (PLAIN.test(text)) return text.length
  let columns = 0
  for (const { segment } of graphemes.segment(text)) columns += WIDE.test(segment) ? 2 : 1
  return columns
}

/**
 * Returns a printable text in exactly so many columns: filled up with blanks, or cut with a mark at its end.
 *
 * @param mark What stands for the cut part, one column wide.
 */
export function fitColumns(text: string, columns: number, mark: string): string {
  const width = columnsOf(text)
  return width <= columns ? text + ' '.repeat(columns - width) : cut(text, columns, mark)
}

function cut(text: string, columns: number, mark: string): string {
  if (columns <= 0) return ''
  let kept = ''
  let width = 0
  for (const { segment } of graphemes.segment(text)) {
    const step = WIDE.test(segment) ? 2 : 1
    if (width + step > columns - 1) break
    kept += segment
    width += step
  }
  return kept + mark + ' '.repeat(columns - 1 - width)
}

/** A text without one layer of escapes, and where each of its characters began. */
export interface UnescapedText {
  text: string
  /** Index in the original of each character, and the original's length at the end. */
  origins: number[]
}

const escaped = /\\(?:(["\\/])|([nrtbf])|u([0-9A-Fa-f]{4}))/g
const controls: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** Takes one layer of JSON's escapes from a text that is cut out of JSON; `undefined` when it has none that matter. */
export function unescapeText(text: string): UnescapedText | undefined {
  if (!/\\["rnu]/.test(text)) return undefined
  const origins: number[] = []
  let plain = ''
  let from = 0
  const addUpTo = (end: number) => {
    for (let at = from; at < end; at++) origins.push(at)
    plain += text.slice(from, end)
  }
  for (const match of text.matchAll(escaped)) {
    addUpTo(match.index)
    origins.push(match.index)
    plain += match[1] ?? controls[match[2] ?? ''] ?? String.fromCharCode(Number.parseInt(match[3] ?? '', 16))
    from = match.index + match[0].length
  }
  addUpTo(text.length)
  origins.push(text.length)
  return { text: plain, origins }
}

/** Longer texts are scanned as text, as parsing them would take too much memory. */
const maxLength = 1 << 20
const opening = /^\s{0,64}(?:\{\s{0,64}["}]|\[\s{0,64}[[{"\]\dtfn-]|"[\s\\[{"])/
const closing = /[\]}"]\s{0,64}$/

/** Returns what a text of JSON holds, or `undefined` when it holds no object, list or further JSON. */
export function parseEmbeddedJson(text: string): object | string | undefined {
  if (text.length < 2 || text.length > maxLength) return undefined
  if (!opening.test(text) || !closing.test(text.slice(-65))) return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'string') return parseEmbeddedJson(value) === undefined ? undefined : value
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Writes a redacted value back as JSON in the layout that the text had. */
export function writeEmbeddedJson(value: unknown, text: string): string {
  const indent = /^[{[]\r?\n([ \t]{1,8})\S/.exec(text.trimStart())?.[1]
  return JSON.stringify(value, null, indent)
}

/** Tells whether a text holds no more than was parsed from it, blanks aside. */
export function isSameJson(json: object | string, text: string): boolean {
  const written = JSON.stringify(json)
  return written === text || written.replace(/\s/g, '') === text.replace(/\s/g, '')
}

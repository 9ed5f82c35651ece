import { characterSet, wordCharacters } from './character-set.js'

/** The name before a separator, as text has it. */
export interface AssignmentKey {
  name: string
  /** The name without the words before it. */
  word: string
  start: number
  /** The quote right after the name, with its backslashes: `"`, `\"`; empty for a bare name. */
  quote: string
  /** The character before the name; for a bare name that stands in quotes, the quote. */
  before: string
}

const longestName = 64
const isNameCharacter = characterSet(`${wordCharacters}.$[]-`)
const isQuotedNameCharacter = characterSet(`${wordCharacters}.$[] -`)
const isQuote = characterSet('"\'`')
const isBlank = characterSet(' \t')
/** Last words of names that people write with spaces, such as `API key: …`. */
const spacedEndings = /^(?:key|token|string|secret|phrase|code|id|password|passphrase)s?$/i

/** Reads the name that ends before `end`, looking back over a bounded stretch. */
export function readAssignmentKey(text: string, end: number): AssignmentKey | undefined {
  let at = end
  for (let spaces = 0; spaces < 3 && isBlank(text, at - 1); spaces++) at--
  const quoteEnd = at
  if (isQuote(text, at - 1)) at = startOfQuote(text, at)
  const quote = text.slice(at, quoteEnd)
  const start = startOfName(text, at, quote === '' ? isNameCharacter : isQuotedNameCharacter)
  if (start === at) return undefined
  const before = text[start - 1] ?? ''
  const name = text.slice(start, at)
  if (quote === '' && before === ' ' && spacedEndings.test(name)) return spacedKey(text, start, at)
  return { name, word: name, start, quote, before }
}

/** `Secret access key`: takes in up to three words before the last. */
function spacedKey(text: string, start: number, end: number): AssignmentKey {
  const earlier = /(?:[A-Za-z]{1,20} ){1,3}$/.exec(text.slice(Math.max(0, start - 63), start))?.[0] ?? ''
  const from = start - earlier.length
  const name = text.slice(from, end)
  return { name, word: text.slice(start, end), start: from, quote: '', before: text[from - 1] ?? '' }
}

function startOfQuote(text: string, end: number): number {
  let at = end - 1
  while (text[at - 1] === '\\' && end - at < 16) at--
  return at
}

function startOfName(text: string, end: number, isAllowed: typeof isNameCharacter): number {
  let start = end
  while (start > 0 && end - start < longestName && isAllowed(text, start - 1)) start--
  return start
}

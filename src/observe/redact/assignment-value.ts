import { characterSet, wordCharacters } from './character-set.js'

/** A stretch of text that is the value of a name. */
export interface ValueRange {
  start: number
  end: number
  kind: 'quoted' | 'bare' | 'container'
}

/** A bare value ends at these; at a comma, semicolon or closing bracket only when the value cannot go on. */
const isHardEnd = characterSet('\0 \t\r\n\v\f"`<>&|')
const isSoftEnd = characterSet(',;)}]')
const isWordCharacter = characterSet(wordCharacters)
const isEscapable = characterSet('"\'`nrt\\')
const cannotGoOn = /[\s,;)}\]"'`<>\\]|[\w.-]{1,40}(?: [\w.-]{1,40})? ?[:=]|$/y
const openingQuote = /\\{0,15}["'`]/y

/** Reads the value that starts at an index; an open quote or bracket reaches to the end of the text. */
export function readValue(text: string, start: number, escapes: number): ValueRange {
  if (text[start] === '{' || text[start] === '[') {
    return { start, end: endOfContainer(text, start, escapes), kind: 'container' }
  }
  openingQuote.lastIndex = start
  const quote = openingQuote.exec(text)?.[0]
  if (quote === undefined) return { start, end: endOfBare(text, start), kind: 'bare' }
  return { start: start + quote.length, end: endOfQuoted(text, start + quote.length, quote), kind: 'quoted' }
}

/** Returns where a bare word ends. */
export function endOfBare(text: string, start: number): number {
  let at = start
  while (at < text.length) {
    if (isHardEnd(text, at) || isEscape(text, at) || isClosingQuote(text, at)) break
    if (isSoftEnd(text, at) && canEndBefore(text, at + 1)) break
    at++
  }
  return at
}

/** Tells whether an escaped quote or line break stands here, as in text that is JSON inside. */
export function isEscape(text: string, at: number): boolean {
  return text[at] === '\\' && isEscapable(text, at + 1)
}

/** A single quote with a letter behind it is an apostrophe. */
function isClosingQuote(text: string, at: number): boolean {
  return text[at] === "'" && !isWordCharacter(text, at + 1)
}

function canEndBefore(text: string, at: number): boolean {
  cannotGoOn.lastIndex = at
  return cannotGoOn.test(text)
}

function endOfQuoted(text: string, from: number, quote: string): number {
  const mark = quote.at(-1) ?? ''
  const escapes = quote.length - 1
  for (let at = text.indexOf(mark, from); at !== -1; at = text.indexOf(mark, at + 1)) {
    if (mark === "'" && !isClosingQuote(text, at) && isWordCharacter(text, at - 1)) continue
    const slashes = backslashesBefore(text, at, from)
    // Fewer backslashes than the opening quote had close an outer text, and with it this one.
    if (slashes === escapes || (slashes < escapes && mark === '"')) return at - slashes
  }
  return text.length
}

function backslashesBefore(text: string, at: number, from: number): number {
  let slashes = 0
  while (slashes < 64 && at - slashes > from && text[at - slashes - 1] === '\\') slashes++
  return slashes
}

function endOfContainer(text: string, start: number, escapes: number): number {
  let depth = 0
  let inText = false
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (character === '"') inText = backslashesBefore(text, at, start) <= escapes ? !inText : inText
    else if (inText) continue
    else if (character === '{' || character === '[') depth++
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1
  }
  return text.length
}

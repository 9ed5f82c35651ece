import type { AssignmentKey } from './assignment-key.js'
import { endOfBare, isEscape } from './assignment-value.js'
import type { Finding } from './finding.js'
import { endsLine, isStandIn, looksRandom } from './secret-shape.js'

const schemes =
  /^(?:bearer|basic|token|digest|negotiate|ntlm|apikey|api-key|hawk|oauth|aws4-hmac-sha256|custom|key|jwt)$/i
const wholeLineSchemes = /^(?:digest|hawk|oauth|aws4-hmac-sha256)$/i
/** Longest look-ahead for the end of a header line. */
const longestLine = 8192
const longestWord = 256

/** Tells whether a bare name is that of a header with a syntax of its own. */
export function isHeaderName(name: string): boolean {
  return /^(?:proxy-|x-)?authorization$|^(?:set-)?cookie$/i.test(name)
}

/** Finds the secret in a header line such as `Authorization: Bearer …`, whose value starts at `start`. */
export function readHeaderLine(text: string, key: AssignmentKey, start: number): Finding | undefined {
  const isEscaped = text[key.start - 2] === '\\'
  const enclosing = /["'`]/.test(key.before) ? (isEscaped ? '\\' : '') + key.before : ''
  const end = endOfBare(text, start)
  const word = text.slice(start, Math.min(end, start + longestWord))
  if (word === '') return undefined
  if (/cookie$/i.test(key.name)) return readCookies(text, start, end, enclosing)
  if (schemes.test(word)) return readScheme(text, end, word, enclosing)
  if (isStandIn(word)) return undefined
  if (enclosing !== '') return header(start, endOfLine(text, start, enclosing))
  if (looksRandom(word) || word.length === longestWord || endsLine(text, end, word)) return header(start, end)
  const second = skipBlanks(text, end)
  const secondEnd = endOfBare(text, second)
  return looksRandom(text.slice(second, secondEnd)) ? header(second, secondEnd) : undefined
}

function readCookies(text: string, start: number, end: number, enclosing: string): Finding | undefined {
  const word = text.slice(start, end)
  if (word.includes('=') || enclosing !== '') return header(start, endOfLine(text, start, enclosing))
  return word.length > longestWord || looksRandom(word) ? header(start, end) : undefined
}

function readScheme(text: string, end: number, scheme: string, enclosing: string): Finding | undefined {
  const start = skipBlanks(text, end)
  const stop = wholeLineSchemes.test(scheme) ? endOfLine(text, start, enclosing) : endOfBare(text, start)
  return isStandIn(text.slice(start, Math.min(stop, start + longestWord))) ? undefined : header(start, stop)
}

function header(start: number, end: number): Finding | undefined {
  return end > start ? { start, end, rule: 'header' } : undefined
}

function endOfLine(text: string, start: number, enclosing: string): number {
  const limit = Math.min(text.length, start + longestLine)
  let at = start
  while (at < limit && text[at] !== '\n' && text[at] !== '\r') {
    if (enclosing !== '' && text.startsWith(enclosing, at)) break
    // Within bare quotes an escaped quote is part of the line.
    const isQuoteInside = enclosing === '"' && text[at + 1] === '"'
    if (isEscape(text, at) && !isQuoteInside) break
    at += isQuoteInside && text[at] === '\\' ? 2 : 1
  }
  return Math.min(at, limit)
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (at - from < 64 && (text[at] === ' ' || text[at] === '\t')) at++
  return at
}

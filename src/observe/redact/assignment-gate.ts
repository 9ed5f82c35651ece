import type { AssignmentKey } from './assignment-key.js'
import type { ValueRange } from './assignment-value.js'
import type { KeyMatch } from './key-policy.js'
import {
  endsLine,
  isCode,
  isPlaceholder,
  isStandIn,
  isTypeName,
  isVersion,
  looksRandom,
} from './secret-shape.js'

/** How an assignment is written. */
export interface WrittenAs {
  mark: string
  /** Blanks stand between the mark and the value. */
  spaced: boolean
  /** Where the value starts. */
  start: number
}

interface Assignment {
  key: AssignmentKey
  match: KeyMatch
  written: WrittenAs
}

/** No word of prose is longer, so what is longer is a secret. */
const longestProse = 256

/** Tells a secret from prose, types, code and stand-ins after a sensitive name. */
export function isSecretAssignment(
  text: string,
  range: ValueRange,
  { key, match, written }: Assignment,
): boolean {
  if (range.kind === 'container')
    return !/^[{[]\s{0,64}[}\]]$/.test(text.slice(range.start, Math.min(range.end, range.start + 66)))
  if (range.end - range.start > longestProse) return true
  const value = text.slice(range.start, range.end)
  if (value === '' || /^(?:true|false|null|undefined)$/.test(value)) return false
  if (range.kind === 'quoted') return isSecretQuoted(value, key, match)
  if (match.textOnly && /^[\d.]+[.,;]?$/.test(value)) return false
  if (key.quote !== '') return /^-?\d/.test(value) || looksRandom(value)
  if (isStandIn(value) || isCode(value) || isItself(value, key)) return false
  if (written.mark === ':' && isTypeName(value, key.word, text[range.end] ?? '')) return false
  // An address that says where the secret is to be had; credentials in it are found as such.
  if (written.mark === ':' && /^https?:\/\//.test(value)) return false
  if (!written.spaced && written.mark !== ':') return true
  const isNumberLike = !match.textOnly && /\d/.test(value) && value.length >= 4
  if (isNumberLike || looksRandom(value)) return true
  return !isNamespace(key, match, written) && endsLine(text, range.end, value)
}

/** `this.apiKey = apiKey` hands over what has the same name. */
function isItself(value: string, { word }: AssignmentKey): boolean {
  return value.length > 3 && (word === value || word.endsWith(`.${value}`))
}

/** In code, a token is also a kind of word, such as `"x-token"`. */
function isSecretQuoted(value: string, key: AssignmentKey, match: KeyMatch): boolean {
  if (/^(?:include|omit|same-origin)$/.test(value) || isVersion(value) || isPlaceholder(value)) return false
  const isWord = match.textOnly && key.quote === '' && !/\d/.test(value)
  return !(isWord && (value.length <= 12 || /\s/.test(value)))
}

/** `'auth:login'` is a name in two parts. */
function isNamespace(key: AssignmentKey, match: KeyMatch, { mark, spaced }: WrittenAs): boolean {
  return mark === ':' && !spaced && (match.rule === 'key:auth' || /["'`(]/.test(key.before))
}

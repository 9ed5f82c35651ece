import type { AssignmentKey } from './assignment-key.js'
import type { ValueRange } from './assignment-value.js'
import type { KeyMatch } from './key-policy.js'
import { endsLine, isCode, isStandIn, looksRandom } from './secret-shape.js'

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
  if (range.kind === 'container') return true
  if (range.end - range.start > longestProse) return true
  const value = text.slice(range.start, range.end)
  if (value === '' || /^(?:true|false|null|undefined)$/.test(value)) return false
  if (range.kind === 'quoted') return !/^(?:include|omit|same-origin)$/.test(value)
  if (match.textOnly && /^[\d.]+[.,;]?$/.test(value)) return false
  if (key.quote !== '') return /^-?\d/.test(value) || looksRandom(value)
  if (isStandIn(value) || isCode(value)) return false
  if (!written.spaced && written.mark !== ':') return true
  const isNumberLike = !match.textOnly && /\d/.test(value) && value.length >= 4
  return isNumberLike || looksRandom(value) || endsLine(text, range.end, value)
}

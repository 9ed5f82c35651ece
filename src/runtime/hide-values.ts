import { hideEncoded } from './encoded-words.js'
import { gluedWords } from './glued-words.js'

const VALUE = '[value]'
// Longer messages are cut, since what is dropped needs no reading.
const LONGEST = 1_000
// A piece of a value at least this long tells of it; a shorter one may be part of any word.
const TELLING = 6

// Escapes separate words here, so that a value is found however its message spells it.
const ESCAPES = /\\u[\da-f]{4}|\\[nrtbfv]|%[\da-f]{2}/gi
const WORD = /[\p{L}\p{N}]+/gu
const QUOTED = /(["'`])((?:(?!\1)[^\\]|\\.)+?)(?:\.{3}|…)?\1/g
const NEIGHBOURS = /\[value\](?:[^\p{L}\p{N}[\]]*\[value\])+/gu

/** Returns the words of a text in small letters. */
export function wordsIn(text: string): string[] {
  return text.replaceAll(ESCAPES, ' ').toLowerCase().match(WORD) ?? []
}

/** Words that tell nothing of a value. */
export interface HarmlessWords {
  /** Words of any text, which stay unless a value that is one of them is quoted. */
  isCommon(word: string): boolean
  /** Words that the schema itself states, which stay in any case. */
  isDeclared(word: string): boolean
}

/**
 * Returns a function that takes given values out of a text: whole or cut, quoted or bare, escaped, in other letters, in
 * hex or base64, or glued to a word. Harmless words stay, and so does a short piece of a value that could be part of
 * any text.
 */
export function hideValues(
  values: Iterable<string>,
  { isCommon, isDeclared }: HarmlessWords,
): (text: string) => string {
  const lines = [...values].map(value => wordsIn(value).join(' ')).flatMap(withHex)
  const whole = new Set(lines)
  // One text with a line for each value: a search in it is a search in all of them.
  const spoken = `\n${lines.join('\n')}\n`
  const known = new Map<string, boolean>()
  const isHarmless = (word: string) => isCommon(word) || isDeclared(word)
  let hasGlued: ((word: string) => boolean) | undefined

  function tells(word: string): boolean {
    let verdict = known.get(word)
    if (verdict === undefined) {
      verdict = !isHarmless(word) && (isPart(word) || isGlued(word))
      known.set(word, verdict)
    }
    return verdict
  }

  /** A long word is told by its pieces, without a search in all of the values. */
  function isPart(word: string): boolean {
    return word.length < TELLING && (/\d{3}/.test(word) ? spoken.includes(word) : whole.has(word))
  }

  function isGlued(word: string): boolean {
    hasGlued ??= gluedWords(lines)
    return hasGlued(word)
  }

  function phraseTells(words: readonly string[]): boolean {
    if (words.every(isHarmless)) return false
    const phrase = words.join(' ')
    return whole.has(phrase) || (words.join('').length >= TELLING && spoken.includes(phrase))
  }

  function quoteTells(words: readonly string[]): boolean {
    const phrase = words.join(' ')
    if (!words.every(isHarmless) && spoken.includes(phrase)) return true
    return whole.has(phrase) && !words.every(isDeclared)
  }

  function hideQuoted(text: string): string {
    return text.replaceAll(QUOTED, (quoted, mark: string, inside: string) => {
      const words = wordsIn(inside)
      return words.length > 0 && quoteTells(words) ? mark + VALUE + mark : quoted
    })
  }

  const isTold = (plain: string) => wordsIn(plain).some(word => word.length > 2 && tells(word))

  return text => {
    const short = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
    const hidden = hideEncoded(hideQuoted(short), isTold, VALUE)
    return hideWords(hidden, tells, phraseTells).replaceAll(NEIGHBOURS, VALUE)
  }
}

/** A whole number may be told in hex as well; one of few digits would be part of any text. */
function withHex(line: string): string[] {
  return /^\d{5,15}$/.test(line) ? [line, Number(line).toString(16)] : [line]
}

function hideWords(
  text: string,
  tells: (word: string) => boolean,
  phraseTells: (words: readonly string[]) => boolean,
): string {
  const blanked = text
    .replaceAll(ESCAPES, escaped => ' '.repeat(escaped.length))
    .replaceAll(VALUE, ' '.repeat(VALUE.length))
  const found = [...blanked.matchAll(WORD)].map(match => ({
    word: match[0].toLowerCase(),
    from: match.index,
    to: match.index + match[0].length,
  }))
  let result = ''
  let done = 0
  for (let first = 0; first < found.length; first += 1) {
    let last = first
    while (last + 1 < found.length && phraseTells(found.slice(first, last + 2).map(({ word }) => word)))
      last += 1
    const start = found[first]
    const end = found[last]
    if (!start || !end || (last === first && !tells(start.word))) continue
    result += text.slice(done, start.from) + VALUE
    done = end.to
    first = last
  }
  return result + text.slice(done)
}

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

/**
 * Returns a function that takes given values out of a text: whole or cut, quoted or bare, escaped or in other letters.
 * Words that `isHarmless` knows stay, and so does a short piece of a value that could be part of any text.
 */
export function hideValues(
  values: Iterable<string>,
  isHarmless: (word: string) => boolean,
): (text: string) => string {
  // One text with a line for each value: a search in it is a search in all of them.
  const lines = [...values].map(value => wordsIn(value).join(' '))
  const spoken = `\n${lines.join('\n')}\n`
  const known = new Map<string, boolean>()

  function tells(word: string): boolean {
    let verdict = known.get(word)
    if (verdict === undefined) {
      const long = word.length >= TELLING || /\d{3}/.test(word)
      verdict = !isHarmless(word) && spoken.includes(long ? word : `\n${word}\n`)
      known.set(word, verdict)
    }
    return verdict
  }

  function phraseTells(words: readonly string[]): boolean {
    return words.join('').length >= TELLING && !words.every(isHarmless) && spoken.includes(words.join(' '))
  }

  function hideQuoted(text: string): string {
    return text.replaceAll(QUOTED, (quoted, mark: string, inside: string) => {
      const words = wordsIn(inside)
      const told = words.length > 0 && !words.every(isHarmless) && spoken.includes(words.join(' '))
      return told ? mark + VALUE + mark : quoted
    })
  }

  return text => {
    const hidden = hideQuoted(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
    return hideWords(hidden, tells, phraseTells).replaceAll(NEIGHBOURS, VALUE)
  }
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

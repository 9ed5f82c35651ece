// A piece of a value at least this long tells of it wherever it stands; a shorter one may be part of any word.
const TELLING = 6
const SHORTEST = 3
const DIGITS = /^\d+$/

/**
 * Returns a function that tells whether a word has one of given values in it, as `id4821` and `4821usd` have: a piece
 * of six characters, a shorter word with digits, or a short value of letters alone at an end of the word.
 *
 * @param lines The words of each value in small letters, with a blank between.
 */
export function gluedWords(lines: readonly string[]): (word: string) => boolean {
  const pieces = new Set<string>()
  const short = new Set<string>()
  const names = new Set<string>()
  for (const line of lines) {
    if (/^\p{L}{4,5}$/u.test(line)) names.add(line)
    if (/^\d\d$/.test(line)) short.add(line)
    for (const word of line.split(' ')) {
      if (word.length < TELLING) {
        if (word.length >= SHORTEST && /\d/.test(word)) short.add(word)
      } else for (const piece of piecesOf(word, TELLING)) pieces.add(piece)
    }
  }

  function hasShort(word: string, length: number): boolean {
    for (let at = 0; at + length <= word.length; at += 1) {
      const piece = word.slice(at, at + length)
      if (short.has(piece) && (length > SHORTEST || !DIGITS.test(piece) || isApart(word, at, length)))
        return true
    }
    return false
  }

  return word => {
    if (pieces.size > 0 && piecesOf(word, TELLING).some(piece => pieces.has(piece))) return true
    if (short.size > 0 && /\d/.test(word) && [2, 3, 4, 5].some(length => hasShort(word, length))) return true
    if (names.size === 0) return false
    return [4, 5].some(length => names.has(word.slice(0, length)) || names.has(word.slice(-length)))
  }
}

function piecesOf(word: string, length: number): string[] {
  const pieces: string[] = []
  for (let at = 0; at + length <= word.length; at += 1) pieces.push(word.slice(at, at + length))
  return pieces
}

/** A few digits within others are another number. */
function isApart(word: string, at: number, length: number): boolean {
  return !/\d/.test(word[at - 1] ?? '') && !/\d/.test(word[at + length] ?? '')
}

/** A text in plain letters, with where each of its characters came from. */
export interface FoldedText {
  text: string
  /** Index in the original of each character, and the original's length at the end. */
  origins: number[]
}

/** Colours of a terminal, characters without width, and letters that only look different: fullwidth forms and mathematical alphabets. */
const foldable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours in the output of commands begin with one
  /\u001b\[[\d;]{0,16}m|[\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff\uff01-\uff5e]|\ud835[\udc00-\udfff]/
/** UTF-16 that was read as UTF-8 has a zero after each letter; elsewhere a zero stands between two texts. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const wide = /(?:[\u0001-\u007f]\u0000){8}/
const invisible = /[\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]/

/** Drops characters without width and turns look-alike letters into plain ones; `undefined` when there are none. */
export function foldText(text: string): FoldedText | undefined {
  const isWide = wide.test(text)
  if (!isWide && !foldable.test(text)) return undefined
  let plain = ''
  const origins: number[] = []
  let at = 0
  for (const character of charactersOf(text)) {
    const folded = isWide && character === '\u0000' ? '' : foldCharacter(character)
    for (let unit = 0; unit < folded.length; unit++) origins.push(at + Math.min(unit, character.length - 1))
    plain += folded
    at += character.length
  }
  origins.push(at)
  return { text: plain, origins }
}

/** A colour counts as one character. */
function charactersOf(text: string): Iterable<string> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
  return text.includes('\u001b') ? (text.match(/\u001b\[[\d;]{0,16}m|[\s\S]/gu) ?? []) : text
}

function foldCharacter(character: string): string {
  if (character.length > 2) return ''
  if (character < '\u0080') return character
  if (invisible.test(character)) return ''
  return foldable.test(character) ? character.normalize('NFKC') : character
}

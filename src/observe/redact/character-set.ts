/** A set of ASCII characters that answers by table, as a regex per character is too slow in a scan. */
export type CharacterSet = (text: string, at: number) => boolean

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Letters, digits and the underscore. */
export const wordCharacters = `${letters}${letters.toUpperCase()}0123456789_`

/** Creates a set of ASCII characters; a place outside the text is in no set. */
export function characterSet(characters: string): CharacterSet {
  const table = new Uint8Array(128)
  for (const character of characters) table[character.charCodeAt(0)] = 1
  return (text, at) => table[text.charCodeAt(at)] === 1
}

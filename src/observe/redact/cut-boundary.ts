import { characterSet } from './character-set.js'

const isBoundary = characterSet(' \t\r\n,;&|<>(){}[]"\'')
/** Stand between a name and what it names, and in no token but at its end. */
const isJoint = characterSet(':=')
/** Scripts written without blanks; no token has a letter of them. */
const unspaced = /[\u3000-\u9fff\uac00-\ud7af]/

/**
 * Returns where a text can be cut at or before `limit` without leaving part of a word, or 0.
 *
 * A word that reaches past the limit is left out whole, however far back it starts.
 */
export function cutBoundary(text: string, limit: number): number {
  return lastPlace(text, limit, isBreak) || lastPlace(text, limit, isJoint)
}

function lastPlace(text: string, limit: number, isPlace: (text: string, at: number) => boolean): number {
  for (let at = Math.min(limit, text.length - 1); at > 0; at--) if (isPlace(text, at)) return at
  return 0
}

function isBreak(text: string, at: number): boolean {
  return isBoundary(text, at) || unspaced.test(text.charAt(at))
}

import { characterSet } from './character-set.js'

/** A cut moves back at most this far; a longer run is no ordinary text and is dropped whole. */
const window = 256
const isBoundary = characterSet(' \t\r\n,;&|<>(){}[]"\'')

/** Returns where a text can be cut at or before `limit` without leaving part of a word, or 0. */
export function cutBoundary(text: string, limit: number): number {
  const lowest = Math.max(0, limit - window)
  for (let at = Math.min(limit, text.length - 1); at > lowest; at--) if (isBoundary(text, at)) return at
  return 0
}

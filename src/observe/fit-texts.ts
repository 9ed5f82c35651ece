/**
 * Joins texts by line breaks within about `limit` characters: where they are too long together, each is cut by itself,
 * the long ones first, so that none is lost.
 */
export function fitTexts(
  texts: readonly string[],
  limit: number,
  cut: (text: string, limit: number) => string,
): string {
  const whole = texts.reduce((sum, text) => sum + text.length + 1, -1)
  if (whole <= limit) return cut(texts.join('\n'), limit)
  const share = shareOf(
    texts.map(({ length }) => length),
    limit,
  )
  return texts.map(text => cut(text, share)).join('\n')
}

/** What each may have so that all fit, when what the short ones leave is given to the long ones. */
function shareOf(lengths: readonly number[], limit: number): number {
  let left = limit
  let share = 0
  for (const [index, length] of lengths.toSorted((a, b) => a - b).entries()) {
    share = Math.floor(left / (lengths.length - index))
    if (length > share) break
    left -= length
  }
  return share
}

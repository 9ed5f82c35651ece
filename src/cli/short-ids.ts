const SHORTEST = 8

/** Returns a function that cuts each of some ids to as few digits, at least 8, as tell them apart. */
export function shortIds(ids: readonly string[]): (id: string) => string {
  const different = new Set(ids)
  let length = SHORTEST
  while (length < 32 && new Set([...different].map(id => id.slice(0, length))).size < different.size)
    length += 1
  return id => id.slice(0, length)
}

/** Keys and scalar leaves of a value as text. */
export interface Leaves {
  texts: ReadonlySet<string>
  /** Whether these are all; not so for a value too large, or one with parts that only code could read. */
  complete: boolean
}

const MOST_LEAVES = 20_000

/** Returns the keys and scalar leaves of a value, bounded, without calling a getter. */
export function leavesOf(value: unknown): Leaves {
  const texts = new Set<string>()
  const seen = new Set<object>()
  const waiting: unknown[] = [value]
  let complete = true
  while (waiting.length > 0) {
    if (texts.size + seen.size > MOST_LEAVES) return { texts, complete: false }
    const next = waiting.pop()
    if (typeof next === 'string' || typeof next === 'number') texts.add(String(next))
    else if (typeof next === 'bigint') texts.add(String(next)).add(`${next}n`)
    else if (next !== null && typeof next === 'object' && !seen.has(next)) {
      seen.add(next)
      complete = addEntries(next, texts, waiting) && complete
    }
  }
  return { texts, complete }
}

function addEntries(container: object, texts: Set<string>, waiting: unknown[]): boolean {
  try {
    if (container instanceof Date) texts.add(container.toISOString())
    if (container instanceof Map || container instanceof Set) waiting.push(...[...container.entries()].flat())
    const isList = Array.isArray(container)
    let readable = true
    for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(container))) {
      if (!isList) texts.add(key)
      if (descriptor.get) readable = false
      waiting.push(descriptor.value)
    }
    return readable
  } catch {
    return false
  }
}

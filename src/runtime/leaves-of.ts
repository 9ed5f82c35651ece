/** Keys and scalar leaves of a value as text. */
export interface Leaves {
  texts: ReadonlySet<string>
  /** Whether these are all; not so for a value too large, or one with parts that only code could read. */
  complete: boolean
}

const MOST_LEAVES = 20_000
/** What looks for the leaves reads them all, and must hold up nobody. */
const MOST_CHARACTERS = 128 * 1024

/** Leaves found so far, and what may still be looked at. */
interface Search {
  texts: Set<string>
  seen: Set<object>
  waiting: unknown[]
  characters: number
  complete: boolean
}

/** Returns the keys and scalar leaves of a value, bounded in number and in characters, without calling a getter. */
export function leavesOf(value: unknown): Leaves {
  const search: Search = {
    texts: new Set(),
    seen: new Set(),
    waiting: [value],
    characters: 0,
    complete: true,
  }
  const { texts, seen, waiting } = search
  while (waiting.length > 0) {
    if (texts.size + seen.size > MOST_LEAVES || search.characters > MOST_CHARACTERS)
      return { texts, complete: false }
    const next = waiting.pop()
    if (typeof next === 'string' || typeof next === 'number') addText(search, String(next))
    else if (typeof next === 'bigint') addBigInt(search, next)
    else if (next !== null && typeof next === 'object' && !seen.has(next)) {
      seen.add(next)
      addEntries(search, next)
    }
  }
  return { texts, complete: search.complete && search.characters <= MOST_CHARACTERS }
}

function addText(search: Search, text: string): void {
  search.characters += text.length
  // A text past the limit is not even copied.
  if (search.characters <= MOST_CHARACTERS) search.texts.add(text)
}

/** Writing out a long one takes time that grows with its square. */
function addBigInt(search: Search, value: bigint): void {
  if (value !== BigInt.asIntN(4_096, value)) {
    search.complete = false
    return
  }
  addText(search, String(value))
  addText(search, `${value}n`)
}

function addEntries(search: Search, container: object): void {
  try {
    if (container instanceof Date) addText(search, container.toISOString())
    if (countOf(container) > MOST_LEAVES) search.complete = false
    else if (!readEntries(search, container)) search.complete = false
  } catch {
    search.complete = false
  }
}

/** How much there is to list, where that can be told without listing it. */
function countOf(container: object): number {
  if (container instanceof Map || container instanceof Set) return container.size
  if (Array.isArray(container)) return container.length
  return ArrayBuffer.isView(container) ? container.byteLength : 0
}

/** Tells whether all could be read. */
function readEntries(search: Search, container: object): boolean {
  const { waiting } = search
  if (container instanceof Map || container instanceof Set) waiting.push(...[...container.entries()].flat())
  const isList = Array.isArray(container)
  const keys = Reflect.ownKeys(container)
  if (keys.length > 2 * MOST_LEAVES) return false
  let readable = true
  for (const key of keys) {
    const descriptor = Object.getOwnPropertyDescriptor(container, key)
    if (typeof key === 'symbol' || !descriptor) continue
    if (!isList) addText(search, key)
    if (descriptor.get) readable = false
    waiting.push(descriptor.value)
  }
  return readable
}

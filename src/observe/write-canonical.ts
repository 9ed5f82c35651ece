/** What stands in a JSON container, in the order it is written. */
export interface CanonicalContainer {
  /** Names of the members, sorted by UTF-16 code units; none for an array. */
  keys?: readonly string[]
  /** Values of the members or items. */
  values: ArrayLike<unknown>
}

/** Reads one value: the text of a scalar, or what a container holds. `ancestors` has its containers, outermost first. */
export type CanonicalReader = (value: unknown, ancestors: Ancestors) => string | CanonicalContainer

/** The containers that a value stands in, with their depths. */
export type Ancestors = ReadonlyMap<unknown, number>

interface Open extends CanonicalContainer {
  source: unknown
  next: number
}

/** Writes a value as JSON in the order its reader gives. Keeps its own stack, so that no depth is too deep for it. */
export function writeCanonical(value: unknown, read: CanonicalReader): string {
  const open: Open[] = []
  const ancestors = new Map<unknown, number>()
  let text = ''

  function write(current: unknown): void {
    const found = read(current, ancestors)
    if (typeof found === 'string') {
      text += found
      return
    }
    text += found.keys ? '{' : '['
    ancestors.set(current, open.length)
    open.push({ keys: found.keys, values: found.values, source: current, next: 0 })
  }

  write(value)
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const { keys, values, next, source } = top
    if (next === values.length) {
      text += keys ? '}' : ']'
      ancestors.delete(source)
      open.pop()
      continue
    }
    if (next > 0) text += ','
    if (keys) text += `${JSON.stringify(keys[next])}:`
    top.next += 1
    write(values[next])
  }
  return text
}

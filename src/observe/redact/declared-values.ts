import { type DeclaredHere, declaredBelow, declaredTree, isDeclared, isHarmless } from './declared-tree.js'
import { ownProperty } from './own-property.js'

/** Values collected at most; more would make every later text slow to scan. */
const maxValues = 256
const maxNodes = 10_000
const maxDepth = 64

interface Collection {
  values: Set<string>
  nodes: number
  ancestors: object[]
}

/**
 * Collects the texts and numbers that stand under declared pointers, so that they can be taken out of error texts.
 *
 * Never throws and never calls a getter; stops after 256 values or 10,000 nodes.
 */
export function declaredValues(value: unknown, pointers: readonly string[]): string[] {
  const collection: Collection = { values: new Set(), nodes: 0, ancestors: [] }
  if (pointers.length > 0) collect(collection, value, [declaredTree({ declared: pointers })], false)
  return [...collection.values]
}

/**
 * Collects the texts and numbers that no pointer declares harmless, as a strict redactor takes them out of texts too.
 * The same limits hold as for declared ones.
 */
export function undeclaredValues(value: unknown, harmless: readonly string[]): string[] {
  const collection: Collection = { values: new Set(), nodes: 0, ancestors: [] }
  collect(collection, value, [declaredTree({ harmless })], true)
  return [...collection.values]
}

function collect(collection: Collection, value: unknown, here: DeclaredHere, declared: boolean): void {
  if (collection.nodes++ >= maxNodes || collection.values.size >= maxValues) return
  const inside = (declared && !isHarmless(here)) || isDeclared(here)
  if (typeof value === 'object' && value !== null) collectObject(collection, value, here, inside)
  else if (inside) addLeaf(collection, value)
}

function addLeaf({ values }: Collection, value: unknown): void {
  if (typeof value === 'string' && value.trim() !== '') values.add(value)
  if (typeof value === 'number' || typeof value === 'bigint') values.add(String(value))
}

function collectObject(collection: Collection, value: object, here: DeclaredHere, inside: boolean): void {
  const { ancestors } = collection
  if (ancestors.length >= maxDepth || ancestors.includes(value)) return
  ancestors.push(value)
  try {
    collectFields(collection, value, here, inside)
  } catch {
    // What a hostile object does not show cannot stand in an error text either.
  } finally {
    ancestors.pop()
  }
}

function collectFields(collection: Collection, value: object, here: DeclaredHere, inside: boolean): void {
  if (value instanceof Map) {
    for (const [key, each] of Map.prototype.entries.call(value))
      step(collection, String(key), each, here, inside)
    return
  }
  if (value instanceof Set) {
    for (const each of Set.prototype.values.call(value)) step(collection, '*', each, here, inside)
    return
  }
  for (const key of keysOf(value)) step(collection, key, ownProperty(value, key), here, inside)
}

function step(
  collection: Collection,
  key: string,
  value: unknown,
  here: DeclaredHere,
  inside: boolean,
): void {
  if (collection.nodes >= maxNodes) return
  const below = declaredBelow(here, key)
  if (inside || below) collect(collection, value, below, inside)
}

function keysOf(value: object): string[] {
  if (ArrayBuffer.isView(value)) return []
  if (!Array.isArray(value)) return Object.keys(value)
  return Array.from({ length: Math.min(value.length, maxNodes) }, (_, index) => String(index))
}

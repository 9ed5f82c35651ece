import { pointerOf } from './declared-tree.js'
import { isRecord, listOf, recordOf, resolveReference } from './json-schema-parts.js'

/** What a JSON Schema says of the fields that may be shown, as JSON Pointers; `*` stands for any key or index. */
export interface HarmlessPaths {
  /** Fields with `sensitive: false` or `x-sensitive: false`. */
  harmless: string[]
  /** All fields that it names. */
  named: string[]
}

interface Found {
  harmless: Set<string>
  named: Set<string>
}

interface Search {
  root: unknown
  /** Subschemas that may still be looked at. */
  left: number
}

/** Where the search is: the keys that lead to the value, and the schemas entered on the way. */
interface Place {
  path: readonly string[]
  entered: readonly object[]
}

const maxDepth = 64
const maxPlaces = 5000

/**
 * Lists the fields that a JSON Schema declares harmless, and those that it names at all.
 *
 * Fails closed: of alternatives, only what each of them declares harmless counts; conditions count for nothing, nor does
 * what is deeper in a schema that contains itself, nor anything in one that is too large to be read.
 */
export function harmlessPathsOf(jsonSchema: unknown): HarmlessPaths {
  const search: Search = { root: jsonSchema, left: maxPlaces }
  try {
    const { harmless, named } = visit(search, jsonSchema, { path: [], entered: [] })
    if (search.left >= 0) return { harmless: [...harmless], named: [...named] }
  } catch {
    // A schema that cannot be read declares nothing.
  }
  return { harmless: [], named: [] }
}

function visit(search: Search, schema: unknown, place: Place): Found {
  const found: Found = { harmless: new Set(), named: new Set() }
  if (!isRecord(schema) || place.path.length > maxDepth || place.entered.includes(schema)) return found
  if (search.left-- <= 0) return found
  const inside = { ...place, entered: [...place.entered, schema] }
  if (schema['sensitive'] === false || schema['x-sensitive'] === false)
    found.harmless.add(pointerOf(place.path))
  for (const same of sameParts(search.root, schema)) add(found, visit(search, same, inside))
  for (const keyword of ['anyOf', 'oneOf'])
    add(found, visitAlternatives(search, listOf(schema[keyword]), inside))
  addFields(search, schema, inside, found)
  addItems(search, schema, inside, found)
  return found
}

function sameParts(root: unknown, schema: Record<string, unknown>): unknown[] {
  const references = [schema['$ref'], schema['$dynamicRef']].filter(each => typeof each === 'string')
  return [...references.map(each => resolveReference(root, each)), ...listOf(schema['allOf'])]
}

/** `null` tells nothing, so that an alternative without a value does not count. */
function visitAlternatives(search: Search, alternatives: unknown[], place: Place): Found {
  const found = alternatives
    .filter(each => !(isRecord(each) && each['type'] === 'null'))
    .map(each => visit(search, each, place))
  const named = new Set(found.flatMap(each => [...each.named]))
  const first = [...(found[0]?.harmless ?? [])]
  return { named, harmless: new Set(first.filter(path => found.every(each => each.harmless.has(path)))) }
}

function addFields(search: Search, schema: Record<string, unknown>, place: Place, found: Found): void {
  const fields = Object.entries(recordOf(schema['properties']))
  for (const [name, field] of fields) {
    const path = [...place.path, name]
    found.named.add(pointerOf(path))
    add(found, visit(search, field, { ...place, path }))
  }
  const others = [schema['additionalProperties'], schema['unevaluatedProperties']]
  addAny(search, [...others, ...Object.values(recordOf(schema['patternProperties']))], place, {
    found,
    isAlone: fields.length === 0,
  })
}

function addItems(search: Search, schema: Record<string, unknown>, place: Place, found: Found): void {
  const { items, prefixItems } = schema
  const first = [...listOf(prefixItems), ...listOf(items)]
  for (const [index, item] of first.entries()) {
    add(found, visit(search, item, { ...place, path: [...place.path, String(index)] }))
  }
  addAny(search, [items, schema['additionalItems']], place, { found, isAlone: first.length === 0 })
}

/** `*` would speak for named fields too, so that it counts only where there are none. */
function addAny(
  search: Search,
  schemas: readonly unknown[],
  place: Place,
  { found, isAlone }: { found: Found; isAlone: boolean },
): void {
  const any = schemas.filter(isRecord)
  for (const schema of any) {
    const inner = visit(search, schema, { ...place, path: [...place.path, '*'] })
    if (isAlone && any.length === 1) add(found, inner)
    else add(found, { harmless: new Set(), named: inner.named })
  }
}

function add(found: Found, more: Found): void {
  for (const path of more.harmless) found.harmless.add(path)
  for (const path of more.named) found.named.add(path)
}

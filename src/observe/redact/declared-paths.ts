import { pointerOf } from './declared-tree.js'

/** A schema seen on the way down, so that a recursive one ends. */
interface Place {
  root: unknown
  path: readonly string[]
  /** Schemas entered on the way here. */
  entered: readonly object[]
  found: Set<string>
}

/** Deeper fields are looked for no further; a payload that deep is not written either. */
const maxDepth = 64
/** Paths of a schema that repeats itself through many references. */
const maxPaths = 1000
const combined = ['anyOf', 'oneOf', 'allOf']
const single = ['not', 'if', 'then', 'else', 'contentSchema']

/**
 * Lists the fields that a JSON Schema declares sensitive, as JSON Pointers with `*` for any key or index.
 *
 * @param jsonSchema A schema of draft 2020-12 or draft-07.
 * @returns The pointers of subschemas with `writeOnly`, `format: 'password'`, `x-sensitive` or `sensitive`.
 */
export function declaredPathsOf(jsonSchema: unknown): string[] {
  const found = new Set<string>()
  try {
    visitSchema(jsonSchema, { root: jsonSchema, path: [], entered: [], found })
  } catch {
    // A schema that cannot be read declares what was found before.
  }
  return [...found]
}

function visitSchema(schema: unknown, place: Place): void {
  if (!isRecord(schema) || place.entered.includes(schema)) return
  if (place.entered.length > maxDepth || place.found.size >= maxPaths) return
  if (isSensitive(schema)) {
    place.found.add(pointerOf(place.path))
    return
  }
  const inside = { ...place, entered: [...place.entered, schema] }
  visitSame(schema, inside)
  visitFields(schema, inside)
  visitItems(schema, inside)
}

function isSensitive(schema: Record<string, unknown>): boolean {
  return (
    schema['writeOnly'] === true ||
    schema['format'] === 'password' ||
    schema['x-sensitive'] === true ||
    schema['sensitive'] === true
  )
}

/** Visits the subschemas that are about the same place. */
function visitSame(schema: Record<string, unknown>, place: Place): void {
  for (const keyword of ['$ref', '$dynamicRef']) {
    const reference = schema[keyword]
    if (typeof reference === 'string') visitSchema(resolve(place.root, reference), place)
  }
  for (const keyword of combined) for (const branch of listOf(schema[keyword])) visitSchema(branch, place)
  for (const keyword of single) visitSchema(schema[keyword], place)
  for (const each of Object.values(recordOf(schema['dependentSchemas']))) visitSchema(each, place)
}

function visitFields(schema: Record<string, unknown>, place: Place): void {
  for (const [name, field] of Object.entries(recordOf(schema['properties']))) {
    visitSchema(field, below(place, name))
  }
  for (const field of Object.values(recordOf(schema['patternProperties'])))
    visitSchema(field, below(place, '*'))
  visitSchema(schema['additionalProperties'], below(place, '*'))
  visitSchema(schema['unevaluatedProperties'], below(place, '*'))
}

function visitItems(schema: Record<string, unknown>, place: Place): void {
  const { items, prefixItems } = schema
  for (const [index, item] of listOf(prefixItems).entries()) visitSchema(item, below(place, String(index)))
  if (Array.isArray(items))
    for (const [index, item] of items.entries()) visitSchema(item, below(place, String(index)))
  else visitSchema(items, below(place, '*'))
  visitSchema(schema['additionalItems'], below(place, '*'))
  visitSchema(schema['contains'], below(place, '*'))
}

function below(place: Place, segment: string): Place {
  return { ...place, path: [...place.path, segment] }
}

/** Follows a reference within the schema, by pointer or by anchor. */
function resolve(root: unknown, reference: string): unknown {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return anchored(root, reference)
  let target: unknown = root
  for (const segment of reference.slice(2).split('/')) {
    const key = decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')
    if (!isRecord(target) && !Array.isArray(target)) return undefined
    target = (target as Record<string, unknown>)[key]
  }
  return target
}

function anchored(root: unknown, reference: string): unknown {
  const definitions = [recordOf(recordOf(root)['$defs']), recordOf(recordOf(root)['definitions'])]
  return definitions
    .flatMap(Object.values)
    .find(
      each => isRecord(each) && (each['$id'] === reference || `#${String(each['$anchor'])}` === reference),
    )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

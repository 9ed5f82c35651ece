import { pointerOf } from './declared-tree.js'
import { isRecord, listOf, recordOf, resolveReference } from './json-schema-parts.js'

type Path = readonly string[]

/** A subschema still to look at. */
interface Place {
  schema: unknown
  path: Path
  /** Schemas entered on the way here, and where. */
  entered: readonly { schema: object; path: Path }[]
}

interface Search {
  root: unknown
  /** Places to look at, the shallow ones first. */
  queue: Place[]
  found: Path[]
  /** Places of schemas that contain themselves. */
  recursive: Path[]
  /** Schemas looked at, when each is to be looked at only once. */
  once?: Set<object>
}

const maxDepth = 64
/** A schema of many references to each other has more paths than can be listed. */
const maxPlaces = 5000
const combined = ['anyOf', 'oneOf', 'allOf']
const single = ['not', 'if', 'then', 'else', 'contentSchema']

/**
 * Lists the fields that a JSON Schema declares sensitive, as JSON Pointers: `*` stands for any key or index, and `**`
 * for any number of them, where a schema contains itself.
 *
 * @param jsonSchema A schema of draft 2020-12 or draft-07.
 * @returns The pointers of subschemas with `writeOnly`, `format: 'password'`, `x-sensitive` or `sensitive`.
 */
export function declaredPathsOf(jsonSchema: unknown): string[] {
  const search = searchSchema(jsonSchema)
  const paths = search.queue.length > maxPlaces ? pathsAnywhere(jsonSchema) : []
  const repeated = search.recursive.flatMap(from => repeatedFrom(from, search.found))
  return [...new Set([...search.found, ...repeated, ...paths].map(pointerOf))]
}

function searchSchema(root: unknown, once?: Set<object>): Search {
  const search: Search = {
    root,
    queue: [{ schema: root, path: [], entered: [] }],
    found: [],
    recursive: [],
    once,
  }
  for (let next = 0; next < search.queue.length && search.queue.length <= maxPlaces; next++) {
    try {
      visit(search, search.queue[next] as Place)
    } catch {
      // A subschema that cannot be read declares nothing.
    }
  }
  return search
}

/** What is declared in a schema with too many paths holds wherever its name occurs. */
function pathsAnywhere(root: unknown): Path[] {
  return searchSchema(root, new Set()).found.map(path => {
    const name = path.findLastIndex(segment => segment !== '*')
    return ['**', ...path.slice(Math.max(0, name))]
  })
}

/** What is declared in a schema that contains itself holds at any depth below it. */
function repeatedFrom(from: Path, found: Path[]): Path[] {
  const inside = found.filter(
    path => path.length > from.length && from.every((key, index) => key === path[index]),
  )
  return inside.map(path => [...from, '**', ...path.slice(from.length)])
}

function visit(search: Search, place: Place): void {
  const { schema, path, entered } = place
  if (!isRecord(schema) || path.length > maxDepth || search.once?.has(schema)) return
  const earlier = entered.find(each => each.schema === schema)
  if (earlier) {
    if (earlier.path.length < path.length) search.recursive.push(earlier.path)
    return
  }
  if (isSensitive(schema)) {
    search.found.push(path)
    return
  }
  search.once?.add(schema)
  const add = (inner: unknown, ...keys: string[]) => {
    if (isRecord(inner))
      search.queue.push({ schema: inner, path: [...path, ...keys], entered: [...entered, { schema, path }] })
  }
  addSame(search.root, schema, add)
  addFields(schema, add)
  addItems(schema, add)
}

type Add = (schema: unknown, ...keys: string[]) => void

function isSensitive(schema: Record<string, unknown>): boolean {
  return (
    schema['writeOnly'] === true ||
    schema['format'] === 'password' ||
    schema['x-sensitive'] === true ||
    schema['sensitive'] === true
  )
}

/** Adds the subschemas that are about the same place. */
function addSame(root: unknown, schema: Record<string, unknown>, add: Add): void {
  for (const keyword of ['$ref', '$dynamicRef']) {
    const reference = schema[keyword]
    if (typeof reference === 'string') add(resolveReference(root, reference))
  }
  for (const keyword of combined) for (const branch of listOf(schema[keyword])) add(branch)
  for (const keyword of single) add(schema[keyword])
  for (const each of Object.values(recordOf(schema['dependentSchemas']))) add(each)
}

function addFields(schema: Record<string, unknown>, add: Add): void {
  for (const [name, field] of Object.entries(recordOf(schema['properties']))) add(field, name)
  for (const field of Object.values(recordOf(schema['patternProperties']))) add(field, '*')
  add(schema['additionalProperties'], '*')
  add(schema['unevaluatedProperties'], '*')
}

function addItems(schema: Record<string, unknown>, add: Add): void {
  const { items, prefixItems } = schema
  for (const [index, item] of listOf(prefixItems).entries()) add(item, String(index))
  for (const [index, item] of listOf(items).entries()) add(item, String(index))
  add(items, '*')
  add(schema['additionalItems'], '*')
  add(schema['contains'], '*')
}

import type { Redactor } from '../observe/redact/redactor.js'
import { type JsonSchema, type ToolSchema, toJsonSchema } from './schema.js'
import type { RawIssue } from './validate.js'
import type { ValidationIssue } from './validation-error.js'

const VALUE = '[value]'
const KEY = '[key]'
const MOST_LEAVES = 2_000
// Words of any schema library's own texts; a value that happens to be one of them tells nothing.
const VOCABULARY = new Set(
  (
    'string number integer boolean bigint object array null undefined date symbol function true false nan map set ' +
    'invalid input expected received required missing must be have not key value type option one of at least most'
  ).split(' '),
)

/**
 * Takes the values that failed out of the texts of a failed validation, whatever library wrote them: quoted, escaped or
 * cut values, unknown keys, and path segments that the schema does not declare.
 */
export function scrubIssues(
  issues: readonly RawIssue[],
  value: unknown,
  schema: ToolSchema,
  redactor: Redactor,
): ValidationIssue[] {
  const declared = declaredWords(schema)
  const values = leavesOf(value).filter(leaf => !declared?.has(leaf) && !VOCABULARY.has(leaf.toLowerCase()))
  values.sort((a, b) => b.length - a.length)
  return issues.map(({ path, message }) => ({
    path: writePath(path, key => (declared?.has(key) ? key : KEY)),
    message: redactor.redactText(scrubText(message, values)),
  }))
}

/** Writes a path as `address.city` or `items[0]`. */
export function writePath(
  path: readonly PropertyKey[],
  keyText: (key: string) => string = key => key,
): string {
  let text = ''
  for (const segment of path) {
    const key = String(segment)
    if (/^\d+$/.test(key)) text += `[${key}]`
    else text += text ? `.${keyText(key)}` : keyText(key)
  }
  return text
}

function scrubText(message: string, values: readonly string[]): string {
  let text = message
  for (const value of values) text = removeValue(text, value)
  return text.replaceAll(
    /(["'`])((?:(?!\1)[^\\]|\\.){1,200}?)(\.{3}|…)?\1/g,
    (quoted, _mark, inside: string) => (values.some(value => value.includes(inside)) ? VALUE : quoted),
  )
}

function removeValue(text: string, value: string): string {
  const escaped = JSON.stringify(value).slice(1, -1)
  let result = replaceWhere(text, value)
  if (escaped !== value) result = replaceWhere(result, escaped)
  const trimmed = value.trim()
  return trimmed && trimmed !== value ? replaceWhere(result, trimmed) : result
}

/** Replaces a value wherever it stands; a short one only as a whole word, since it may be part of any other. */
function replaceWhere(text: string, value: string): string {
  const found = text.toLowerCase().indexOf(value.toLowerCase())
  if (found === -1 || value === '') return text
  const literal = value.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const bounded = value.length < 4 ? `(?<![\\w.])${literal}(?![\\w.])` : literal
  return text.replaceAll(new RegExp(bounded, 'gi'), VALUE)
}

const wordsBySchema = new WeakMap<ToolSchema, ReadonlySet<string> | 'none'>()

/** Every name and constant that the schema itself states; `undefined` where it has no JSON form to read them from. */
function declaredWords(schema: ToolSchema): ReadonlySet<string> | undefined {
  let words = wordsBySchema.get(schema)
  if (!words) {
    const json = toJsonSchema(schema, 'input')
    words = 'schema' in json ? wordsOf(json.schema) : 'none'
    wordsBySchema.set(schema, words)
  }
  return words === 'none' ? undefined : words
}

function wordsOf(schema: JsonSchema): ReadonlySet<string> {
  return new Set(leavesOf(schema))
}

/** Keys and scalar leaves of a value as text, bounded, without calling a getter. */
function leavesOf(value: unknown): string[] {
  const leaves = new Set<string>()
  const seen = new Set<unknown>()
  const waiting: unknown[] = [value]
  while (waiting.length > 0 && leaves.size < MOST_LEAVES) {
    const next = waiting.pop()
    if (typeof next === 'string' || typeof next === 'number' || typeof next === 'bigint')
      leaves.add(String(next))
    else if (next !== null && typeof next === 'object' && !seen.has(next)) {
      seen.add(next)
      addEntries(next, leaves, waiting)
    }
  }
  return [...leaves]
}

function addEntries(container: object, leaves: Set<string>, waiting: unknown[]): void {
  try {
    if (container instanceof Date) leaves.add(container.toISOString())
    const entries =
      container instanceof Map || container instanceof Set ? [...container.entries()].flat() : []
    waiting.push(...entries)
    for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(container))) {
      if (!Array.isArray(container)) leaves.add(key)
      waiting.push(descriptor.value)
    }
  } catch {
    // A proxy that refuses to be read has shown nothing to the schema library either.
  }
}

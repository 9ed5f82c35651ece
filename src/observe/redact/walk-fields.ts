import { type DeclaredHere, declaredBelow, isDeclared, isHarmlessItself, isNamed } from './declared-tree.js'
import { isNeverSecret, isSchemaOfSecret } from './field-gate.js'
import { replaceFindings } from './finding.js'
import type { KeyMatch } from './key-policy.js'
import { getter, setField } from './own-property.js'
import type { JsonValue } from './redactor.js'
import { placeholder, redacted, stopsHere, type Walk } from './walk.js'

/** Reads the value of a key; `getter` stands for one that must not be read. */
export type ReadField = (key: string) => unknown

const namesOfPair = ['name', 'key', 'header', 'field', 'parameter', 'variable', 'Name', 'Key', 'k']
const valuesOfPair = new Set(['value', 'Value', 'val', 'v'])

/** Redacts the fields of an object, map or error. */
export function walkFields(
  walk: Walk,
  keys: readonly string[],
  read: ReadField,
  here: DeclaredHere,
): JsonValue {
  const result: { [key: string]: JsonValue } = {}
  for (const key of keys) {
    const stop = stopsHere(walk)
    if (stop) {
      setField(result, stop, placeholder(walk, stop))
      break
    }
    const name = nameOf(walk, key, result, here)
    walk.path.push(name)
    const value = walkField(walk, key, read, declaredBelow(here, key))
    walk.path.pop()
    walk.left -= name.length + 4
    if (value !== undefined) setField(result, name, value)
  }
  return result
}

/** Redacts the value of a sensitive name as a whole, unless it is one that tells nothing. */
export function walkNamed(
  walk: Walk,
  match: KeyMatch,
  value: unknown,
  here: DeclaredHere,
): JsonValue | undefined {
  if (isNeverSecret(value, match, walk.masks) || isSchemaOfSecret(value)) return walk.visit(walk, value, here)
  return redacted(walk, match.rule, value)
}

function walkField(walk: Walk, key: string, read: ReadField, here: DeclaredHere): JsonValue | undefined {
  const value = read(key)
  if (value === undefined) return undefined
  if (isDeclared(here)) return redacted(walk, 'declared', value)
  if (value === getter) return '[Getter]'
  const isExempt = isHarmlessItself(here) || isPathWithContents(key, value)
  const match = isExempt ? undefined : matchField(walk, key, read)
  return match ? walkNamed(walk, match, value, here) : walk.visit(walk, value, here)
}

/** `"./jwt": { … }` and `"node_modules/cookie": { … }` say where something is; what is below is judged by itself. */
function isPathWithContents(key: string, value: unknown): boolean {
  return typeof value === 'object' && value !== null && key.includes('/')
}

function matchField(walk: Walk, key: string, read: ReadField): KeyMatch | undefined {
  if (valuesOfPair.has(key)) {
    return matchPair(walk, read)
  }
  const match = walk.policy(key)
  if (!match || isMaskedName(walk, key)) return undefined
  // A model's log probabilities name each piece of text a token.
  return match.rule === 'key:token' && read('logprob') !== undefined ? undefined : match
}

/** A name that was redacted before says nothing of its value, though the rule in it may be `github-token`. */
function isMaskedName({ masks }: Walk, key: string): boolean {
  const end = masks.endAt(key, 0)
  return end > 0 && /^(?: \(\d{1,6}\))?$/.test(key.slice(end))
}

/** `{ name: 'API_KEY', value: … }`, and `{ type: 'password', value: … }` as forms have it. */
function matchPair(walk: Walk, read: ReadField): KeyMatch | undefined {
  const name = namesOfPair.map(read).find(each => typeof each === 'string')
  const match = typeof name === 'string' ? walk.policy(name) : undefined
  const type = match ? undefined : read('type')
  const byType = typeof type === 'string' ? walk.policy(type) : undefined
  // A lexer calls its parts tokens.
  return match ?? (byType?.textOnly ? undefined : byType)
}

/** A name can hold a secret too, and in a record it is data. */
function nameOf(walk: Walk, key: string, taken: object, here: DeclaredHere): string {
  if (walk.strict && !isNamed(here, key)) {
    return walk.masks.is(key) ? key : numbered(redacted(walk, 'undeclared', key), taken)
  }
  const findings = walk.scan(key, walk.values)
  if (findings.length === 0) return key
  for (const { rule } of findings) redacted(walk, rule)
  return numbered(replaceFindings(key, findings, walk.masks.of), taken)
}

/** Two names that are redacted alike are told apart by a number. */
function numbered(name: string, taken: object): string {
  if (!Object.hasOwn(taken, name)) return name
  let number = 2
  while (Object.hasOwn(taken, `${name} (${number})`)) number++
  return `${name} (${number})`
}

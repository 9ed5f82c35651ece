import type { JsonValue } from './redact/redactor.js'
import { type Ancestors, type CanonicalContainer, writeCanonical } from './write-canonical.js'

const LONE_SURROGATE = /\p{Surrogate}/u

/**
 * Writes a JSON value in its one canonical form (RFC 8785): no white space, keys sorted by UTF-16 code units, numbers as
 * ECMAScript writes them. Any depth.
 *
 * @throws {TypeError} When a value is not JSON: a number that is not finite, a lone surrogate, `undefined`, a bigint, a
 *   function, a symbol, an object of a class, a cycle.
 */
export function canonicalJson(value: JsonValue): string {
  return write(value, 0)
}

/** Calls itself, which is faster, down to where a stack of its own must be kept. */
function write(value: unknown, depth: number): string {
  if (depth > FEW) return writeCanonical(value, readJson)
  const found = readJson(value, NO_ANCESTORS)
  if (typeof found === 'string') return found
  const { keys, values } = found
  let text = ''
  for (let index = 0; index < values.length; index += 1) {
    const name = keys ? `${JSON.stringify(keys[index])}:` : ''
    text += `${index > 0 ? ',' : ''}${name}${write(values[index], depth + 1)}`
  }
  return keys ? `{${text}}` : `[${text}]`
}

const FEW = 100
const NO_ANCESTORS: Ancestors = new Map()

/** Tells whether a text can be written as UTF-8 and read back unchanged. */
export function isWellFormed(text: string): boolean {
  return !LONE_SURROGATE.test(text)
}

function readJson(value: unknown, ancestors: Ancestors): string | CanonicalContainer {
  switch (typeof value) {
    case 'string':
      return textOf(value)
    case 'number':
      if (!Number.isFinite(value)) throw notJson(String(value))
      return JSON.stringify(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      return value === null ? 'null' : readContainer(value, ancestors)
    default:
      throw notJson(typeof value)
  }
}

function readContainer(value: object, ancestors: Ancestors): CanonicalContainer {
  if (ancestors.has(value)) throw notJson('a cycle')
  if (Array.isArray(value)) return { values: value }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && prototype !== Object.prototype) throw notJson('an object of a class')
  const keys = Object.keys(value).sort()
  for (const key of keys) if (!isWellFormed(key)) throw notJson('a lone surrogate')
  return { keys, values: keys.map(key => (value as Record<string, unknown>)[key]) }
}

function textOf(text: string): string {
  if (!isWellFormed(text)) throw notJson('a lone surrogate')
  return JSON.stringify(text)
}

function notJson(what: string): TypeError {
  return new TypeError(`${what} has no canonical JSON form`)
}

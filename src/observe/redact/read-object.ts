import { types } from 'node:util'
import { errorFields } from './error-fields.js'
import { ownProperty } from './own-property.js'

/** What an object of a built-in class holds. */
export type ReadObject =
  | { kind: 'text'; text: string }
  | { kind: 'value'; value: unknown }
  | { kind: 'items'; items: readonly unknown[] }
  | { kind: 'fields'; fields: Map<string, unknown> }
  | { kind: 'plain' }

const plain: ReadObject = { kind: 'plain' }
/** Entries of a map or set that are read; it is one more than a walk takes in. */
const maxEntries = 100_001

/** Reads an object by its built-in class, without calling code of its own; `plain` when it has none. */
export function readObject(value: object): ReadObject {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype) return readPlain(value)
  if (prototype === Array.prototype || prototype === null || types.isProxy(value)) return plain
  if (ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value)) return binary(value.byteLength)
  if (types.isDate(value)) return text(dateText(value))
  if (types.isNativeError(value) || value instanceof Error)
    return { kind: 'fields', fields: errorFields(value) }
  if (types.isMap(value)) return readMap(value)
  if (types.isSet(value)) return { kind: 'items', items: take(Set.prototype.values.call(value)) }
  return readRare(value)
}

function readRare(value: object): ReadObject {
  if (types.isRegExp(value)) return text(RegExp.prototype.toString.call(value))
  if (value instanceof URL) return text(String(Reflect.get(URL.prototype, 'href', value)))
  if (value instanceof URLSearchParams) return multiple(URLSearchParams.prototype.entries.call(value))
  if (typeof Headers === 'function' && value instanceof Headers)
    return multiple(Headers.prototype.entries.call(value))
  if (typeof FormData === 'function' && value instanceof FormData) {
    return multiple(FormData.prototype.entries.call(value))
  }
  if (types.isBoxedPrimitive(value)) return { kind: 'value', value: unbox(value) }
  if (types.isPromise(value)) return text('[Promise]')
  if (types.isWeakMap(value)) return text('[WeakMap]')
  if (types.isWeakSet(value)) return text('[WeakSet]')
  if (typeof Blob === 'function' && value instanceof Blob)
    return binary(Number(Reflect.get(Blob.prototype, 'size', value)))
  return plain
}

/** `{ type: 'Buffer', data: [...] }` is what a buffer has become in JSON. */
function readPlain(value: object): ReadObject {
  if (!('data' in value) || ownProperty(value, 'type') !== 'Buffer') return plain
  const data = ownProperty(value, 'data')
  return Array.isArray(data) ? binary(data.length) : plain
}

function readMap(map: ReadonlyMap<unknown, unknown>): ReadObject {
  const entries = take(Map.prototype.entries.call(map)) as [unknown, unknown][]
  if (!entries.every(([key]) => typeof key === 'string')) return { kind: 'items', items: entries }
  return { kind: 'fields', fields: new Map(entries as [string, unknown][]) }
}

/** Names may stand several times; their values are then a list. */
function multiple(entries: Iterable<[string, unknown]>): ReadObject {
  const fields = new Map<string, unknown>()
  for (const [name, value] of take(entries)) {
    const earlier = fields.get(name)
    fields.set(
      name,
      earlier === undefined ? value : Array.isArray(earlier) ? [...earlier, value] : [earlier, value],
    )
  }
  return { kind: 'fields', fields }
}

function take<T>(iterable: Iterable<T>): T[] {
  const taken: T[] = []
  for (const each of iterable) {
    if (taken.push(each) >= maxEntries) break
  }
  return taken
}

function unbox(value: object): unknown {
  if (types.isStringObject(value)) return String.prototype.valueOf.call(value)
  if (types.isNumberObject(value)) return Number.prototype.valueOf.call(value)
  if (types.isBooleanObject(value)) return Boolean.prototype.valueOf.call(value)
  return types.isBigIntObject(value) ? BigInt.prototype.valueOf.call(value) : '[Symbol]'
}

function dateText(date: Date): string {
  const time = Date.prototype.getTime.call(date)
  return Number.isNaN(time) ? '[Invalid Date]' : new Date(time).toISOString()
}

function binary(bytes: number): ReadObject {
  return text(`[Binary ${bytes} bytes]`)
}

function text(content: string): ReadObject {
  return { kind: 'text', text: content }
}

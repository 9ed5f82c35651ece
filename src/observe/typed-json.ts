import { types } from 'node:util'
import { isWellFormed } from './canonical-json.js'
import { quietly } from './quietly.js'
import { errorFields } from './redact/error-fields.js'
import { getter, ownProperty } from './redact/own-property.js'
import { type Ancestors, type CanonicalContainer, writeCanonical } from './write-canonical.js'

/** Marks a value that JSON has no form for. An object that has this key itself is marked too, so that none can pose. */
const TYPE = '$type'

/**
 * Writes any JavaScript value as canonical JSON, so that values that differ in type or content give different texts:
 * `1000`, `1000n` and `'1000'` do. A value that is JSON is written as `canonicalJson` writes it.
 *
 * Calls no getter and no `toJSON`, follows no cycle, and never throws.
 */
export function typedJson(value: unknown): string {
  const seen = new Map<unknown, number>()
  let containers = 0
  return writeCanonical(value, (current, ancestors) => {
    if (typeof current !== 'object' || current === null || ++containers <= MANY)
      return readAny(current, ancestors)
    const earlier = ancestors.has(current) ? undefined : seen.get(current)
    if (earlier !== undefined) return marked('repeated', earlier)
    seen.set(current, seen.size)
    return readAny(current, ancestors)
  })
}

/** A graph has more paths than memory can hold; past so many containers, each object is written only once more. */
const MANY = 100_000

function readAny(value: unknown, ancestors: Ancestors): string | CanonicalContainer {
  switch (typeof value) {
    case 'string':
      return isWellFormed(value) ? JSON.stringify(value) : marked('utf16', utf16(value))
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0)
        ? JSON.stringify(value)
        : marked('number', numberText(value))
    case 'boolean':
      return value ? 'true' : 'false'
    case 'bigint':
      return marked('bigint', String(value))
    case 'undefined':
      return marked('undefined')
    case 'symbol':
      return value === getter ? marked('getter') : marked('symbol', value.description)
    case 'object':
      return value === null ? 'null' : readObject(value, ancestors)
    default:
      return marked('function', sourceOf(value))
  }
}

function sourceOf(value: unknown): string | undefined {
  return quietly(() => Function.prototype.toString.call(value))
}

function readObject(value: object, ancestors: Ancestors): string | CanonicalContainer {
  const depth = ancestors.get(value)
  if (depth !== undefined) return marked('cycle', depth)
  // A proxy may throw whenever it is looked at.
  return quietly(() => readContents(value)) ?? marked('unreadable')
}

function readContents(value: object): CanonicalContainer {
  if (Array.isArray(value)) return readItems(value)
  return readByClass(value)
}

/** A hole is not `undefined`; an array of holes may be longer than memory, so it is written as what it has. */
function readItems(items: readonly unknown[]): CanonicalContainer {
  const values: unknown[] = []
  for (let index = 0; index < items.length; index += 1) {
    if (!Object.hasOwn(items, index)) return sparse(items)
    values.push(ownProperty(items, index))
  }
  return { values }
}

function sparse(items: readonly unknown[]): CanonicalContainer {
  return marked('sparse', [items.length, Object.keys(items).map(key => [key, ownProperty(items, key)])])
}

function readByClass(value: object): CanonicalContainer {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null || types.isProxy(value)) return readFields(value)
  if (types.isDate(value)) return marked('date', numberText(Date.prototype.getTime.call(value)))
  if (types.isMap(value)) return marked('map', [...Map.prototype.entries.call(value)])
  if (types.isSet(value)) return marked('set', [...Set.prototype.values.call(value)])
  if (types.isRegExp(value)) return marked('regexp', RegExp.prototype.toString.call(value))
  if (types.isNativeError(value) || value instanceof Error) return readError(value)
  if (types.isAnyArrayBuffer(value)) return marked('bytes', base64(new Uint8Array(value)))
  if (ArrayBuffer.isView(value)) return readView(value)
  return readRare(value)
}

function readRare(value: object): CanonicalContainer {
  if (types.isBoxedPrimitive(value)) return marked('boxed', unbox(value))
  if (value instanceof URL) return marked('url', String(Reflect.get(URL.prototype, 'href', value)))
  if (value instanceof URLSearchParams)
    return marked('query', String(URLSearchParams.prototype.toString.call(value)))
  if (types.isPromise(value)) return marked('promise')
  if (types.isWeakMap(value) || types.isWeakSet(value)) return marked('weak')
  return readFields(value)
}

/** The stack tells where files lie and not what happened, so it has no part in what an error is. */
function readError(error: object): CanonicalContainer {
  const fields = [...errorFields(error)].filter(([name]) => name !== 'stack')
  return marked('error', fields)
}

function readView(view: ArrayBufferView): CanonicalContainer {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  const name: unknown = Reflect.get(TypedArray, Symbol.toStringTag, view)
  return marked(typeof name === 'string' ? name.toLowerCase() : 'dataview', base64(bytes))
}

const TypedArray: object = Object.getPrototypeOf(Uint8Array.prototype)

function unbox(value: object): unknown {
  if (types.isStringObject(value)) return String.prototype.valueOf.call(value)
  if (types.isNumberObject(value)) return Number.prototype.valueOf.call(value)
  if (types.isBooleanObject(value)) return Boolean.prototype.valueOf.call(value)
  return types.isBigIntObject(value)
    ? BigInt.prototype.valueOf.call(value)
    : Symbol.prototype.valueOf.call(value)
}

function readFields(value: object): CanonicalContainer {
  const keys = Object.keys(value).sort()
  const values = keys.map(key => ownProperty(value, key))
  if (keys.includes(TYPE) || !keys.every(isWellFormed))
    return marked(
      'object',
      keys.map((key, index) => [key, values[index]]),
    )
  return { keys, values }
}

function marked(type: string, value?: unknown): CanonicalContainer {
  return value === undefined
    ? { keys: [TYPE], values: [type] }
    : { keys: [TYPE, 'value'], values: [type, value] }
}

function numberText(number: number): string {
  return Object.is(number, -0) ? '-0' : String(number)
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

function utf16(text: string): string {
  return Buffer.from(text, 'utf16le').toString('base64')
}

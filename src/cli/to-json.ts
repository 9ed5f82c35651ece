import { inspect, types } from 'node:util'

/** Writes a value as indented JSON; what JSON cannot hold, such as a cycle or a `Map`, is written as text. Never throws. */
export function toJson(value: unknown): string {
  return exactJson(value) ?? textualJson(value)
}

/** Writes a value as indented JSON, or returns nothing when JSON cannot hold all of it. Never throws. */
export function exactJson(value: unknown): string | undefined {
  let isExact = true
  try {
    const json = JSON.stringify(
      value,
      (_key, inner) => {
        if (isForeign(inner)) isExact = false
        return inner
      },
      2,
    )
    return isExact ? json : undefined
  } catch {
    return undefined
  }
}

/** Writes a value as Node shows it, whole. Never throws. */
export function asText(value: unknown): string {
  return inspect(value, { depth: 8, maxArrayLength: null, maxStringLength: null, customInspect: false })
}

function textualJson(value: unknown): string {
  try {
    return JSON.stringify(value, (_key, inner) => (isForeign(inner) ? asText(inner) : inner), 2) ?? 'null'
  } catch {
    return JSON.stringify(asText(value))
  }
}

/** Tells whether JSON would lose what a value is; `undefined` it may leave out. */
function isForeign(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value)
  if (typeof value !== 'object' || value === null)
    return ['bigint', 'function', 'symbol'].includes(typeof value)
  return (
    types.isMap(value) ||
    types.isSet(value) ||
    types.isRegExp(value) ||
    types.isNativeError(value) ||
    types.isPromise(value) ||
    types.isWeakMap(value) ||
    types.isWeakSet(value) ||
    types.isAnyArrayBuffer(value) ||
    ArrayBuffer.isView(value)
  )
}

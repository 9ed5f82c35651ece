import { canonicalJson } from '../observe/canonical-json.js'
import type { JsonValue } from '../observe/redact/redactor.js'

/**
 * Writes a record, or a part of one, as canonical JSON. Members that are `undefined` are left out. A text may end in half
 * a character, which JSON cannot hold; it is written with U+FFFD in its place rather than lost.
 */
export function storableJson(value: object): string {
  const defined = definedOnly(value)
  try {
    return canonicalJson(defined)
  } catch {
    return canonicalJson(wellFormed(defined))
  }
}

/** The first two levels are ours, and may have members without a value; what is deeper is JSON already. */
function definedOnly(value: object, levels = 1): JsonValue {
  const defined: Record<string, JsonValue> = {}
  for (const [key, held] of Object.entries(value)) {
    if (held === undefined) continue
    const isOurs = levels > 0 && typeof held === 'object' && held !== null && !Array.isArray(held)
    defined[key] = isOurs ? definedOnly(held, levels - 1) : held
  }
  return defined
}

function wellFormed(value: JsonValue): JsonValue {
  if (typeof value === 'string') return Buffer.from(value).toString('utf8')
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(wellFormed)
  const entries = Object.entries(value)
  return Object.fromEntries(
    entries.map(([key, held]) => [Buffer.from(key).toString('utf8'), wellFormed(held)]),
  )
}

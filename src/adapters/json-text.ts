/**
 * Writes a value as JSON text; `undefined` where it has none, such as a function. What JSON cannot say, it says as near as
 * it can: big integers as texts, a cycle as `[Circular]`.
 */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return JSON.stringify(sayable(value, []))
  }
}

function sayable(value: unknown, around: readonly unknown[]): unknown {
  if (typeof value === 'bigint') return String(value)
  if (value === null || typeof value !== 'object') return value
  if (around.includes(value)) return '[Circular]'
  const inside = [...around, value]
  try {
    if ('toJSON' in value && typeof value.toJSON === 'function') return sayable(value.toJSON(), inside)
    if (Array.isArray(value)) return value.map(item => sayable(item, inside))
    return Object.fromEntries(Object.keys(value).map(key => [key, fieldOf(value, key, inside)]))
  } catch {
    return '[Unreadable]'
  }
}

function fieldOf(value: object, key: string, inside: readonly unknown[]): unknown {
  try {
    return sayable((value as Record<string, unknown>)[key], inside)
  } catch {
    return '[Unreadable]'
  }
}

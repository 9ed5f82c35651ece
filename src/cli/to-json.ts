import { inspect } from 'node:util'

/** Writes a value as indented JSON; what JSON cannot hold, such as a cycle, is written as text. Never throws. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value, bigintAsText, 2) ?? 'null'
  } catch {
    return JSON.stringify(inspect(value, { depth: 8 }))
  }
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

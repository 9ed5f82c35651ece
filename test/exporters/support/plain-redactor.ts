import type { JsonValue, Redactor } from '../../../src/observe/redact/redactor.js'

/** Replaces the word `hunter2` and the values of keys that contain `password`; enough to see that it was asked. */
export const plainRedactor: Redactor = {
  redact: value => walk(value),
  redactText: text => text.replaceAll('hunter2', '[REDACTED]'),
  explain: () => [],
  registerSecret: () => {},
}

/** A redactor that breaks its promise never to throw. */
export const brokenRedactor: Redactor = {
  redact: () => {
    throw new Error('broken')
  },
  redactText: () => {
    throw new Error('broken')
  },
  explain: () => [],
  registerSecret: () => {},
}

function walk(value: unknown): JsonValue {
  if (typeof value === 'string') return plainRedactor.redactText(value)
  if (Array.isArray(value)) return value.map(walk)
  if (typeof value !== 'object' || value === null) return value as JsonValue
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    key.includes('password') ? '[REDACTED]' : walk(inner),
  ])
  return Object.fromEntries(entries)
}

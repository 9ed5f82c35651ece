import { createRedactor } from '../observe/redact/create-redactor.js'
import type { JsonValue, RedactContext, Redactor } from '../observe/redact/redactor.js'

// A field that is called a password holds no password here, but the description of one.
const DEFINITIONS: RedactContext = { harmless: ['/**'] }

/** Returns definitions of tools without the secrets that stand in their texts, defaults and examples. */
export function safeDefinitions(definitions: unknown, redactor: Redactor = createRedactor()): JsonValue {
  return redactor.redact(definitions, DEFINITIONS)
}

import type { Attributes } from '@opentelemetry/api'
import type { RedactContext, Redactor } from '../observe/redact/redactor.js'

/** Attributes have no schema that could declare them harmless, so every redactor searches them. */
export const SCHEMALESS: RedactContext = { strict: false }

/** What stands for a value that could not be redacted: nothing of it is let through. */
export const REDACTION_FAILED = '[REDACTED:error]'

/**
 * Returns a copy of attributes without secrets, judged by key as well as by value.
 *
 * When the redactor fails, the keys stay and every value is replaced.
 */
export function redactAttributes(attributes: Attributes, redactor: Redactor): Attributes {
  try {
    const redacted = redactor.redact(attributes, SCHEMALESS)
    if (typeof redacted === 'object' && redacted !== null && !Array.isArray(redacted)) {
      return redacted as Attributes
    }
  } catch {}
  return Object.fromEntries(Object.keys(attributes).map(key => [key, REDACTION_FAILED]))
}

/** Returns a text without secrets, or a placeholder when the redactor fails. */
export function redactLine(text: string, redactor: Redactor): string {
  try {
    return redactor.redactText(text)
  } catch {
    return REDACTION_FAILED
  }
}

import type { JsonValue, RedactContext, Redactor } from './redact/redactor.js'

// About what a backend shows of one record; a log is not the place for payloads.
const BUDGET = 8_000
// The names of fields are written in code; a strict redactor takes their values, as no schema says what they are.
const NAMED = ['/*']

/** Returns the fields an author gave to a span or a log, without secrets and bounded. */
export function safeFields(
  given: unknown,
  redactor: Redactor,
  known?: Pick<RedactContext, 'values'>,
): { [key: string]: JsonValue } | undefined {
  if (given === undefined || given === null) return undefined
  const safe = redactor.redact(given, { ...known, named: NAMED, budget: BUDGET })
  return safe !== null && typeof safe === 'object' && !Array.isArray(safe) ? safe : { value: safe }
}

import type { JsonValue, RedactContext, Redactor } from './redact/redactor.js'

// About what a backend shows of one record; a log is not the place for payloads.
const BUDGET = 8_000

/** Returns the fields an author gave to a span or a log, without secrets and bounded. */
export function safeFields(
  given: unknown,
  redactor: Redactor,
  known?: Pick<RedactContext, 'values'>,
): { [key: string]: JsonValue } | undefined {
  if (given === undefined || given === null) return undefined
  const safe = redactor.redact(given, { ...known, budget: BUDGET })
  return safe !== null && typeof safe === 'object' && !Array.isArray(safe) ? safe : { value: safe }
}

import { safeText } from './exception.js'
import type { RedactContext, Redactor } from './redact/redactor.js'

const LONGEST = 256
/** What identifies may look like a number of these kinds, or be an address, and is no credential. */
const OF_PERSONS: ReadonlySet<string> = new Set(['card', 'email', 'telephone', 'ip'])

/**
 * Returns an id that a caller or a model gave as it may be told. Records are joined by ids, so that only one which holds
 * a credential is changed.
 */
export function safeId(id: string, redactor: Redactor, known?: Pick<RedactContext, 'values'>): string {
  const safe = safeText(id, LONGEST, redactor, known)
  if (safe === id || id.length > LONGEST) return safe
  const found = redactor.explain(id, { ...known, strict: false })
  return found.length > 0 && found.every(({ rule }) => OF_PERSONS.has(rule)) ? id : safe
}

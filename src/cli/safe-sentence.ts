import { printable } from '../exporters/printable.js'
import { createRedactor } from '../observe/redact/create-redactor.js'

const LONGEST = 600

/**
 * Returns what an unknown error says as one line that is safe to print: without secrets, stack trace or control
 * characters.
 */
export function safeSentence(thrown: unknown): string {
  const said = textOf(thrown)
  const redacted = createRedactor().redactText(said)
  const line = redacted
    .split('\n')
    .map(part => part.trim())
    .find(part => part !== '')
  return printable(line ?? 'it gave no reason')
    .slice(0, LONGEST)
    .replace(/[.;:]$/, '')
}

/** What was thrown may itself throw when it is read. */
function textOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.message || thrown.name) : String(thrown)
  } catch {
    return ''
  }
}

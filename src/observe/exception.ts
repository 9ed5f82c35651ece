import { errorType } from './error-type.js'
import { OTHER } from './names.js'
import type { RedactContext, Redactor } from './redact/redactor.js'

/** What may be told of a thrown value: redacted, bounded, plain text. */
export interface Exception {
  /** Class name, or `_OTHER`. */
  type: string
  message: string
  /** Stack of the error and of its causes; absent for what is not an Error. */
  stacktrace?: string
}

const MESSAGE_LIMIT = 1_000
const STACK_LIMIT = 8_000
const CAUSE_DEPTH = 4
const UNREADABLE = 'an error that could not be read'

/**
 * Describes a thrown value of any kind without throwing: type, message and stack with its causes and, for an
 * `AggregateError`, its errors; everything bounded and without secrets.
 */
export function describeException(
  thrown: unknown,
  redactor: Redactor,
  known?: Pick<RedactContext, 'values'>,
): Exception {
  const safe = (text: string, limit: number) => safeText(text, limit, redactor, known)
  const type = errorType(thrown)
  try {
    if (!(thrown instanceof Error)) return { type, message: safe(textOfNonError(thrown), MESSAGE_LIMIT) }
    return {
      type: safe(type, MESSAGE_LIMIT) === type ? type : OTHER,
      message: safe(String(thrown.message), MESSAGE_LIMIT),
      stacktrace: safe(stackWithCauses(thrown, CAUSE_DEPTH), STACK_LIMIT),
    }
  } catch {
    return { type: OTHER, message: UNREADABLE }
  }
}

/** Returns a text without its secrets and no longer than about `limit` characters. */
export function safeText(
  text: string,
  limit: number,
  redactor: Redactor,
  known?: Pick<RedactContext, 'values'>,
): string {
  if (text.length <= limit) return redactor.redactText(text, known)
  return String(redactor.redact(text, { ...known, strict: false, budget: limit }))
}

function textOfNonError(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown
  if (thrown === null || typeof thrown !== 'object') return `${typeof thrown} thrown: ${String(thrown)}`
  const message: unknown = Object.getOwnPropertyDescriptor(thrown, 'message')?.value
  return typeof message === 'string' ? message : 'an object was thrown'
}

function stackWithCauses(error: Error, depth: number): string {
  const parts = [String(error.stack ?? error.message)]
  if (depth > 0) {
    const inner = error instanceof AggregateError ? error.errors.slice(0, CAUSE_DEPTH) : []
    for (const one of inner) parts.push(`Error in aggregate: ${stackOf(one, depth)}`)
    if (error.cause !== undefined) parts.push(`Caused by: ${stackOf(error.cause, depth)}`)
  }
  return parts.join('\n')
}

function stackOf(inner: unknown, depth: number): string {
  return inner instanceof Error ? stackWithCauses(inner, depth - 1) : textOfNonError(inner)
}

import { aggregatedIn, chainOf, stacksOf, textOfNonError } from './error-chain.js'
import { errorFacts } from './error-facts.js'
import { errorType } from './error-type.js'
import { fitTexts } from './fit-texts.js'
import { OTHER } from './names.js'
import type { RedactContext, Redactor } from './redact/redactor.js'

/** What may be told of a thrown value: redacted, bounded, plain text. */
export interface Exception {
  /** Class name, or `_OTHER`. */
  type: string
  /** With its code or status where it has one, and for a message that says nothing, such as `fetch failed`, the reason. */
  message: string
  /** Stack of the error and of its causes; absent for what is not an Error. */
  stacktrace?: string
}

const MESSAGE_LIMIT = 1_000
const STACK_LIMIT = 8_000
const TAIL_LIMIT = 300
const REASON_LIMIT = 200
const SAYS_NOTHING = /^(?:fetch failed|terminated)?$/
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
  try {
    const brief = describeBriefly(thrown, redactor, known)
    if (!(thrown instanceof Error)) return brief
    return { ...brief, stacktrace: fitTexts(stacksOf(thrown), STACK_LIMIT, safe) }
  } catch {
    return { type: OTHER, message: UNREADABLE }
  }
}

/** Describes a thrown value as `describeException` does, without its stack. */
export function describeBriefly(
  thrown: unknown,
  redactor: Redactor,
  known?: Pick<RedactContext, 'values'>,
): Omit<Exception, 'stacktrace'> {
  const safe = (text: string, limit: number) => safeText(text, limit, redactor, known)
  try {
    const words = thrown instanceof Error ? String(thrown.message) : textOfNonError(thrown)
    return {
      type: safeErrorType(thrown, redactor, known),
      message: safe(words, MESSAGE_LIMIT) + safe(tailOf(thrown, words), TAIL_LIMIT),
    }
  } catch {
    return { type: OTHER, message: UNREADABLE }
  }
}

/** Returns the `error.type` of a thrown value, or `_OTHER` where its class is named after a secret. Never throws. */
export function safeErrorType(
  thrown: unknown,
  redactor: Redactor,
  known?: Pick<RedactContext, 'values'>,
): string {
  const type = errorType(thrown)
  return type === OTHER || isSafeName(type, text => redactor.redactText(text, known)) ? type : OTHER
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

/** What a message adds to the words of its error: codes, and the reason where the words say nothing. */
function tailOf(thrown: unknown, message: string): string {
  if (typeof thrown !== 'object' || thrown === null) return ''
  const facts = errorFacts(thrown, message)
  // Other messages are what their author chose to tell; a cause may be what they chose not to.
  if (!(thrown instanceof Error) || !SAYS_NOTHING.test(message)) return facts
  const reason = reasonOf(chainOf(thrown).at(-1), thrown)
  return reason === '' ? facts : `${message === '' ? '' : ': '}${reason}${errorFacts(thrown, reason)}`
}

/** The words of the innermost cause, or of the first error that an aggregate without words has. */
function reasonOf(innermost: unknown, thrown: unknown): string {
  const own = innermost === thrown ? '' : wordsOf(innermost)
  const words = own === '' ? wordsOf(chainOf(aggregatedIn(innermost)[0]).at(-1)) : own
  return words.length > REASON_LIMIT ? '' : words
}

function wordsOf(thrown: unknown): string {
  if (thrown === undefined) return ''
  const words = thrown instanceof Error ? String(thrown.message) : textOfNonError(thrown)
  return typeof thrown === 'object' && thrown !== null ? words + errorFacts(thrown, words).trimStart() : words
}

/** Tells whether a name holds nothing to hide, also where its words and digits stand alone. */
function isSafeName(name: string, safe: (text: string) => string): boolean {
  const apart = name.replace(/(?<=[a-z])(?=[A-Z])|(?<=\D)(?=\d)|(?<=\d)(?=\D)|[_$]/g, ' ')
  return safe(name) === name && safe(apart) === apart
}

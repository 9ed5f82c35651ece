import { quietly } from './quietly.js'
import type { Redactor, TextContext } from './redact/redactor.js'

const FAILED = '[REDACTED:failed]'

/** The rule that a failure of the redactor counts as. */
export const FAILED_RULE = 'failed'

/** Returns a redactor that somebody else wrote as one that never throws: what it cannot redact is not shown. */
export function guardRedactor(redactor: Redactor): Redactor {
  return {
    strict: quietly(() => redactor.strict) === true,
    get policyDigest() {
      return quietly(() => redactor.policyDigest)
    },
    redact(value, context) {
      const redacted = quietly(() => redactor.redact(value, context))
      return redacted === undefined ? failed(context) : redacted
    },
    redactText(text, context) {
      const redacted: unknown = quietly(() => redactor.redactText(text, context))
      return typeof redacted === 'string' ? redacted : failed(context)
    },
    explain: (value, context) => quietly(() => redactor.explain(value, context)) ?? [],
    registerSecret: secret => redactor.registerSecret(secret),
  }
}

function failed(context: TextContext | undefined): string {
  quietly(() => context?.onRedaction?.(FAILED_RULE))
  return FAILED
}

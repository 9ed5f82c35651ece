import type { RedactContext, Redactor } from './redact/redactor.js'

/** Where what was redacted would have gone; `error` is the text of a failure, which is told in many places. */
export type RedactionSink = 'span' | 'log' | 'display' | 'transcript' | 'error'

/** The redactor of a runtime, by what it is used for. */
export type SinkRedactors = Readonly<Record<RedactionSink, Redactor>>

/** Returns a redactor for every sink; where redactions are counted, each tells its sink with the rule. */
export function redactorsOf(
  redactor: Redactor,
  count?: (rule: string, sink: RedactionSink) => void,
): SinkRedactors {
  const to = (sink: RedactionSink) => (count ? counting(redactor, rule => count(rule, sink)) : redactor)
  return {
    span: to('span'),
    log: to('log'),
    display: to('display'),
    transcript: to('transcript'),
    error: to('error'),
  }
}

function counting(redactor: Redactor, onRedaction: RedactContext['onRedaction']): Redactor {
  return {
    strict: redactor.strict,
    get policyDigest() {
      return redactor.policyDigest
    },
    redact: (value, context) => redactor.redact(value, { ...context, onRedaction }),
    redactText: (text, context) => redactor.redactText(text, { ...context, onRedaction }),
    explain: redactor.explain,
    registerSecret: redactor.registerSecret,
  }
}

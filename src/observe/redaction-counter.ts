import { limitNames } from './cardinality.js'
import { ATTR } from './names.js'
import { quietly } from './quietly.js'
import type { Signals } from './signals.js'
import type { RedactionSink } from './sink-redactors.js'

// The rules of the default redactor are some hundred; those of another may be anything.
const MOST_RULES = 200
const RULE = /^[\w:.-]{1,72}$/

/** Returns what counts redactions by rule and sink; places and values are never told. */
export function redactionCounter(signals: Signals): (rule: string, sink: RedactionSink) => void {
  const rules = limitNames(MOST_RULES, rule => RULE.test(rule))
  return (rule, sink) =>
    void quietly(() =>
      signals.instruments().redactions.add(1, {
        [ATTR.redactionRule]: rules(String(rule)),
        [ATTR.redactionSink]: sink,
      }),
    )
}

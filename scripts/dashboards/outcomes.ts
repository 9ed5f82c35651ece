import { meaningOf, OUTCOMES, type Outcome } from '../../src/runtime/outcome.js'

const all = Object.keys(OUTCOMES) as Outcome[]

/** Every outcome whose span is an error. */
export const FAILURES = all.filter(outcome => meaningOf(outcome).error !== undefined)

/** Every outcome but `ok`. */
export const NOT_OK = all.filter(outcome => outcome !== 'ok')

/** Outcomes of calls that have a duration although the tool never ran; they would make tools look fast. */
export const NEVER_RAN = [
  'input_invalid',
  'context_invalid',
  'resume_invalid',
  'not_found',
  'audit_unavailable',
] as const satisfies readonly Outcome[]

import { safeText } from '../observe/exception.js'
import type { Call } from './call-state.js'
import type { Outcome } from './outcome.js'
import type { ToolSchema } from './schema.js'
import { scrubIssues, writePath } from './scrub-issues.js'
import { Ended } from './settlement.js'
import type { RawIssue } from './validate.js'
import { type ValidatedPart, validationMessage } from './validation-error.js'

const OUTCOME_OF = {
  input: 'input_invalid',
  output: 'output_invalid',
  'request context': 'context_invalid',
  'resume data': 'resume_invalid',
  'suspend payload': 'suspend_invalid',
} as const satisfies Record<ValidatedPart, Outcome>

const MODEL_TEXT_LIMIT = 4_000

/**
 * Returns what ends a call whose input, output or context does not fit its schema. Its message holds none of the values
 * that failed; the text for the model may, after the redactor.
 */
export function refuse(
  call: Call,
  part: ValidatedPart,
  rawIssues: readonly RawIssue[],
  value: unknown,
  schema: ToolSchema = {},
): Ended {
  const { toolName, kernel, scope } = call
  const issues = scrubIssues(rawIssues, value, schema, kernel.redactors.error)
  const named = rawIssues.map(({ path, message }) => ({ path: writePath(path), message }))
  return new Ended({
    outcome: OUTCOME_OF[part],
    part,
    issues,
    message: validationMessage(part, toolName, issues),
    modelMessage: safeText(
      validationMessage(part, toolName, named),
      MODEL_TEXT_LIMIT,
      kernel.redactors.error,
      scope.known,
    ),
    ...(part === 'output' && { output: value }),
  })
}

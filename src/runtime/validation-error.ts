/** Failed fields as a tree that follows the value; the texts stand under `errors`. */
export interface FieldErrors {
  errors: string[]
  fields: { [field: string]: FieldErrors }
}

/** One failure of validation; neither part holds the value that failed. */
export interface ValidationIssue {
  /** Where, as `address.city` or `items[0]`; `''` for the whole value. */
  path: string
  message: string
}

/** What `tool.execute` returns, and never throws, when a value does not fit its schema. */
export interface ValidationError {
  readonly error: true
  readonly message: string
  readonly validationErrors: FieldErrors
}

/** Tells whether the answer of `tool.execute` is a failed validation. */
export function isValidationError(value: unknown): value is ValidationError {
  if (value === null || typeof value !== 'object') return false
  const candidate = value as Partial<ValidationError>
  return candidate.error === true && typeof candidate.validationErrors === 'object'
}

/** What was being checked when validation failed. */
export type ValidatedPart = 'input' | 'output' | 'request context' | 'resume data' | 'suspend payload'

const ADVICE: Record<ValidatedPart, string> = {
  input: 'Please fix the following errors and try again',
  output: 'The tool returned invalid output',
  'request context': 'The request context does not fit the tool',
  'resume data': 'Please fix the following errors and resume again',
  'suspend payload': 'The tool suspended with an invalid payload',
}

const MOST_LINES = 50

/** Writes the text of a failed validation; of very many failures only the first are written out. */
export function validationMessage(
  part: ValidatedPart,
  toolName: string,
  issues: readonly ValidationIssue[],
): string {
  const lines = issues.slice(0, MOST_LINES).map(issue => `- ${issue.path || 'root'}: ${issue.message}`)
  if (issues.length > MOST_LINES) lines.push(`- and ${issues.length - MOST_LINES} more`)
  return [`Tool ${part} validation failed for ${toolName}. ${ADVICE[part]}:`, ...lines].join('\n')
}

/** Builds the error object of a failed validation. */
export function createValidationError(message: string, issues: readonly ValidationIssue[]): ValidationError {
  const root: FieldErrors = { errors: [], fields: {} }
  for (const { path, message: text } of issues) nodeAt(root, path).errors.push(text)
  return { error: true, message, validationErrors: root }
}

function nodeAt(root: FieldErrors, path: string): FieldErrors {
  let node = root
  for (const segment of path.match(/[^.[\]]+/g) ?? []) {
    if (!Object.hasOwn(node.fields, segment)) {
      // Defined, not assigned, so that a field named __proto__ stays a field.
      const child: FieldErrors = { errors: [], fields: {} }
      Object.defineProperty(node.fields, segment, { value: child, enumerable: true, configurable: true })
    }
    const next = Object.getOwnPropertyDescriptor(node.fields, segment)?.value as FieldErrors
    node = next
  }
  return node
}

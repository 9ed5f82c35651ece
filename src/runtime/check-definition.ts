import { DefinitionError } from './errors.js'
import {
  anything,
  atLeastOne,
  callback,
  checkFields,
  type FieldCheck,
  flag,
  flagOrCallback,
  isRecord,
  listOf,
  milliseconds,
  must,
  oneOf,
  record,
  schema,
  shape,
  text,
  wholeNumber,
  zeroOrMore,
} from './field-checks.js'
import type { AnyToolDefinition } from './tool.js'

const phases = shape(
  Object.fromEntries(
    ['input', 'inputDelta', 'progress', 'output', 'error', 'approval', 'suspend', 'resume'].map(phase => [
      phase,
      callback,
    ]),
  ),
)

const paths = listOf('paths such as "card.number"', text)

const retry = shape(
  {
    maxAttempts: atLeastOne,
    delayMs: zeroOrMore,
    backoff: oneOf('fixed', 'exponential'),
    retryable: callback,
  },
  ['maxAttempts'],
)

const background = shape(
  {
    enabled: flag,
    timeoutMs: milliseconds,
    maxRetries: wholeNumber,
    retryDelayMs: zeroOrMore,
    backoffMultiplier: must('a number of at least 1', value => typeof value === 'number' && value >= 1),
    retryable: callback,
    onComplete: callback,
    onFailed: callback,
  },
  ['enabled'],
)

const FIELDS: Record<keyof AnyToolDefinition, FieldCheck> = {
  id: text,
  description: must('a text', value => typeof value === 'string'),
  title: text,
  version: text,
  inputSchema: schema,
  outputSchema: schema,
  suspendSchema: schema,
  resumeSchema: schema,
  requestContextSchema: schema,
  execute: callback,
  strict: flag,
  providerOptions: record,
  inputExamples: listOf('{ input } objects', shape({ input: record }, ['input'])),
  toModelOutput: callback,
  transform: shape({ display: phases, transcript: phases }),
  requireApproval: flagOrCallback,
  background,
  timeoutMs: milliseconds,
  attemptTimeoutMs: milliseconds,
  retry,
  maxConcurrency: atLeastOne,
  mcp: shape({ annotations: record, _meta: record }),
  sensitive: shape({ input: paths, output: paths }),
  capture: oneOf('none', 'redacted'),
  onInputStart: callback,
  onInputDelta: callback,
  onInputAvailable: callback,
  onOutput: callback,
  onError: callback,
  mcpMetadata: anything,
  mastra: anything,
}

/**
 * Checks what was given to `createTool`, field by field.
 *
 * @throws DefinitionError with one sentence that names the field and says what belongs there.
 */
export function checkDefinition(definition: unknown): void {
  if (!isRecord(definition)) {
    throw new DefinitionError('createTool needs an object with at least id and description')
  }
  if (![Object.prototype, null].includes(Object.getPrototypeOf(definition))) {
    throw new DefinitionError('createTool needs a plain object; what a class inherits would be lost')
  }
  const { id, description } = definition
  if (text(id, 'id')) {
    throw new DefinitionError(
      'createTool: id must be a text that is not empty; it names the tool in spans and metrics',
    )
  }
  const name = `tool "${String(id)}"`
  if (description === undefined) {
    throw new DefinitionError(`${name}: description is missing; a model decides by it when to use the tool`)
  }
  checkFields(name, definition, FIELDS, 'a tool')
}

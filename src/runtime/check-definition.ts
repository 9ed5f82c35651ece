import { DefinitionError } from './errors.js'
import { isToolSchema } from './schema.js'
import type { AnyToolDefinition } from './tool.js'

type Check = { test: (value: unknown) => boolean; expected: string }

const text: Check = {
  test: value => typeof value === 'string' && value.length > 0,
  expected: 'a text that is not empty',
}
const flag: Check = { test: value => typeof value === 'boolean', expected: 'true or false' }
const callback: Check = { test: value => typeof value === 'function', expected: 'a function' }
const record: Check = { test: value => value !== null && typeof value === 'object', expected: 'an object' }
const schema: Check = {
  test: isToolSchema,
  expected: 'a schema (Zod, ArkType, Valibot through toStandardJsonSchema, or a JSON Schema)',
}
const atLeastOne: Check = {
  test: value => Number.isInteger(value) && Number(value) >= 1,
  expected: 'a whole number of at least 1',
}
const milliseconds: Check = {
  test: value => typeof value === 'number' && value > 0,
  expected: 'a number of milliseconds above 0',
}
const anything: Check = { test: () => true, expected: '' }

const FIELDS: Record<keyof AnyToolDefinition, Check> = {
  id: text,
  description: { test: value => typeof value === 'string', expected: 'a text' },
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
  inputExamples: { test: Array.isArray, expected: 'a list of { input } objects' },
  toModelOutput: callback,
  transform: {
    test: isTransform,
    expected:
      '{ display?, transcript? }, each with a function for a phase (input, inputDelta, progress, output, error, approval, suspend, resume)',
  },
  requireApproval: {
    test: value => flag.test(value) || callback.test(value),
    expected: 'true, false or a function',
  },
  background: record,
  timeoutMs: milliseconds,
  attemptTimeoutMs: milliseconds,
  retry: {
    test: isRetry,
    expected: '{ maxAttempts, delayMs?, backoff?, retryable? } with maxAttempts of at least 1',
  },
  maxConcurrency: atLeastOne,
  mcp: record,
  sensitive: {
    test: isSensitive,
    expected: '{ input?, output? }, each a list of paths such as "card.number"',
  },
  capture: { test: value => value === 'none' || value === 'redacted', expected: '"none" or "redacted"' },
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
  if (!record.test(definition))
    throw new DefinitionError('createTool needs an object with at least id and description')
  const fields = definition as Record<string, unknown>
  const name = text.test(fields['id']) ? `tool "${String(fields['id'])}"` : 'createTool'
  if (!text.test(fields['id']))
    throw new DefinitionError(
      'createTool: id must be a text that is not empty; it names the tool in spans and metrics',
    )
  if (fields['description'] === undefined)
    throw new DefinitionError(`${name}: description is missing; a model decides by it when to use the tool`)
  for (const [field, value] of Object.entries(fields)) checkField(name, field, value)
}

function checkField(name: string, field: string, value: unknown): void {
  const check = Object.hasOwn(FIELDS, field) ? FIELDS[field as keyof AnyToolDefinition] : undefined
  if (!check)
    throw new DefinitionError(
      `${name}: ${field} is not a field of a tool; known fields are ${Object.keys(FIELDS).join(', ')}`,
    )
  if (value !== undefined && !check.test(value))
    throw new DefinitionError(`${name}: ${field} must be ${check.expected}`)
}

const PHASES = ['input', 'inputDelta', 'progress', 'output', 'error', 'approval', 'suspend', 'resume']

function isTransform(value: unknown): boolean {
  return isRecordOf(value, ['display', 'transcript'], phases => isRecordOf(phases, PHASES, callback.test))
}

function isSensitive(value: unknown): boolean {
  return isRecordOf(
    value,
    ['input', 'output'],
    paths => Array.isArray(paths) && paths.every(path => text.test(path)),
  )
}

function isRetry(value: unknown): boolean {
  return record.test(value) && atLeastOne.test((value as { maxAttempts?: unknown }).maxAttempts)
}

function isRecordOf(value: unknown, keys: string[], test: (value: unknown) => boolean): boolean {
  if (!record.test(value)) return false
  return Object.entries(value as object).every(
    ([key, one]) => keys.includes(key) && (one === undefined || test(one)),
  )
}

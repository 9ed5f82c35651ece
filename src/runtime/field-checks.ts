import { DefinitionError } from './errors.js'
import { isToolSchema } from './schema.js'

/** Says what is wrong with a value that stands under a name; nothing, when it is right. */
export type FieldCheck = (value: unknown, name: string) => string | undefined

/** A check by a test, and the words for what passes it. */
export function must(be: string, test: (value: unknown) => boolean): FieldCheck {
  return (value, name) => (test(value) ? undefined : `${name} must be ${be}`)
}

const isText = (value: unknown) => typeof value === 'string' && value.length > 0
const isFunction = (value: unknown) => typeof value === 'function'
const isFlag = (value: unknown) => typeof value === 'boolean'

export function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

export const text = must('a text that is not empty', isText)
export const flag = must('true or false', isFlag)
export const callback = must('a function', isFunction)
export const flagOrCallback = must('true, false or a function', value => isFlag(value) || isFunction(value))
export const record = must('an object', isRecord)
export const schema = must(
  'a schema (Zod, ArkType, Valibot through toStandardJsonSchema, or a JSON Schema)',
  isToolSchema,
)
export const atLeastOne = must(
  'a whole number of at least 1',
  value => Number.isInteger(value) && Number(value) >= 1,
)
export const wholeNumber = must(
  'a whole number of at least 0',
  value => Number.isInteger(value) && Number(value) >= 0,
)
export const zeroOrMore = must('a number of at least 0', value => typeof value === 'number' && value >= 0)
export const milliseconds = must(
  'a number of milliseconds above 0',
  value => typeof value === 'number' && value > 0,
)
export const anything: FieldCheck = () => undefined

/** One of some words. */
export function oneOf(...words: string[]): FieldCheck {
  const be = words.map(word => `"${word}"`).join(' or ')
  return must(be, value => typeof value === 'string' && words.includes(value))
}

/** A list of one kind of thing. */
export function listOf(be: string, item: FieldCheck): FieldCheck {
  return (value, name) => {
    if (!Array.isArray(value)) return `${name} must be a list of ${be}`
    return value.map((one, index) => item(one, `${name}[${index}]`)).find(problem => problem !== undefined)
  }
}

/** An object with these fields and no others; each may be left out, unless it is required. */
export function shape(
  fields: Readonly<Record<string, FieldCheck>>,
  required: readonly string[] = [],
): FieldCheck {
  const names = Object.keys(fields).map(field => (required.includes(field) ? field : `${field}?`))
  return (value, name) => {
    if (!isRecord(value)) return `${name} must be an object { ${names.join(', ')} }`
    const missing = required.find(field => value[field] === undefined)
    return missing ? `${name}.${missing} is missing` : problemIn(value, fields, name, `${name}.`)
  }
}

/** An object or class instance that has these methods. */
export function having(...methods: string[]): FieldCheck {
  const be = `an object with ${methods.map(method => `${method}()`).join(', ')}`
  return must(be, value => isRecord(value) && methods.every(method => isFunction(value[method])))
}

/**
 * Checks the fields of a definition or of options.
 *
 * @throws DefinitionError with one sentence that names the field and says what belongs there.
 */
export function checkFields(
  subject: string,
  given: object,
  fields: Readonly<Record<string, FieldCheck>>,
  kind: string,
): void {
  const problem = problemIn(given as Record<string, unknown>, fields, kind, '')
  if (problem) throw new DefinitionError(`${subject}: ${problem}`)
}

function problemIn(
  given: Record<string, unknown>,
  fields: Readonly<Record<string, FieldCheck>>,
  kind: string,
  prefix: string,
): string | undefined {
  for (const [field, value] of Object.entries(given)) {
    const check = Object.hasOwn(fields, field) ? fields[field] : undefined
    if (!check)
      return `${prefix}${field} is not a field of ${kind}; known fields are ${Object.keys(fields).join(', ')}`
    const problem = value === undefined ? undefined : check(value, `${prefix}${field}`)
    if (problem) return problem
  }
}

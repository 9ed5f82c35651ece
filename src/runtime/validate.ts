import { isThenable } from '../observe/limit.js'
import { wrapJsonSchema } from './json-schema.js'
import { isStandardSchema, type ToolSchema } from './schema.js'

/** One failure as a schema library reports it; the message may quote the value. */
export interface RawIssue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** What a schema made of a value. */
export type Validated = { value: unknown; issues?: undefined } | { issues: readonly RawIssue[] }

/** Validates a value; waits only where the schema is asynchronous. A schema that throws fails the value. */
export function validate(schema: ToolSchema, value: unknown): Validated | Promise<Validated> {
  try {
    const standard = isStandardSchema(schema) ? schema : wrapJsonSchema(schema)
    const result = standard['~standard'].validate(value)
    return isThenable(result)
      ? Promise.resolve(result).then(toValidated, thrown)
      : toValidated(result as Result)
  } catch (error) {
    return thrown(error)
  }
}

type Result = { value: unknown; issues?: undefined } | { issues: readonly Issue[] }
type Issue = { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] }

function toValidated(result: unknown): Validated {
  const { issues } = result as Result
  if (!issues) return result as Validated
  return {
    issues: issues.map(({ message, path = [] }) => ({
      message: String(message),
      path: path.map(segment => (typeof segment === 'object' ? segment.key : segment)),
    })),
  }
}

function thrown(error: unknown): Validated {
  const message = error instanceof Error ? error.message : 'no reason given'
  return { issues: [{ path: [], message: `the schema could not check this: ${message}` }] }
}

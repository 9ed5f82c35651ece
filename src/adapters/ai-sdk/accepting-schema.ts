import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import type { Tool } from '../../runtime/tool.js'
import { inputSchemaOf } from '../tool-schemas.js'

/** A schema of the input as the AI SDK takes one: it describes, and leaves judging to the runtime. */
export interface AcceptingSchema<TInput> {
  readonly '~standard': StandardSchemaV1.Props<unknown, TInput> & StandardJSONSchemaV1.Props<unknown, TInput>
}

/**
 * Returns the schema of a tool's input for the AI SDK. It accepts every input: one that does not fit is refused by the
 * runtime, where that is a call with a span, and the input is validated once.
 *
 * @throws {NoJsonSchemaError} When the tool's schema has no JSON Schema form.
 */
export function acceptingSchema<TInput>(tool: Tool): AcceptingSchema<TInput> {
  const described = inputSchemaOf(tool)
  // The SDK adds to what it is given, so that each request gets its own copy.
  const copy = () => structuredClone(described) as Record<string, unknown>
  return {
    '~standard': {
      version: 1,
      vendor: 'toolspan',
      validate: value => ({ value: value as TInput }),
      jsonSchema: { input: copy, output: copy },
    },
  }
}

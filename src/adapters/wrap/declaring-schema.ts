import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import { quietly } from '../../observe/quietly.js'
import { isStandardSchema, type JsonSchema, toJsonSchema } from '../../runtime/schema.js'

type DeclaringSchema = StandardSchemaV1 & StandardJSONSchemaV1

/**
 * Returns a schema that says which fields are sensitive and judges nothing: the input of a wrapped tool is validated by
 * whoever calls it, and must reach it as it is.
 */
export function declaringSchema(schema: unknown): DeclaringSchema | undefined {
  if (schema === null || (typeof schema !== 'object' && typeof schema !== 'function')) return undefined
  const describe = () => jsonOf(schema)
  return {
    '~standard': {
      version: 1,
      vendor: 'toolspan',
      validate: value => ({ value }),
      jsonSchema: { input: describe, output: describe },
    },
  }
}

/** Without its own type the root asks for no repair. */
function jsonOf(schema: object): Record<string, unknown> {
  const { type: _, ...described } = quietly(() => readSchema(schema)) ?? {}
  return described
}

function readSchema(schema: object): JsonSchema | undefined {
  if (isStandardSchema(schema)) {
    const json = toJsonSchema(schema, 'input')
    return 'schema' in json ? json.schema : undefined
  }
  // The AI SDK makes some of its schemas when they are first needed, and some of them later still.
  const made: unknown = typeof schema === 'function' ? schema() : schema
  const { jsonSchema } = made as { jsonSchema?: unknown }
  return jsonSchema !== null && typeof jsonSchema === 'object' && !('then' in jsonSchema)
    ? (jsonSchema as JsonSchema)
    : undefined
}

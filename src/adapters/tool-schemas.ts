import { type JsonSchema, toJsonSchema } from '../runtime/schema.js'
import type { Tool } from '../runtime/tool.js'
import { NoJsonSchemaError } from './no-json-schema-error.js'

/** A schema for a tool that takes or describes nothing. */
const NOTHING: JsonSchema = { type: 'object', properties: {} }

/** Returns what a tool takes as JSON Schema. @throws {NoJsonSchemaError} When its schema has no such form. */
export function inputSchemaOf(tool: Tool): JsonSchema {
  return schemaOf(tool, 'inputSchema', 'input') ?? NOTHING
}

/** Returns what a tool gives as JSON Schema, if it says. @throws {NoJsonSchemaError} When its schema has no such form. */
export function outputSchemaOf(tool: Tool): JsonSchema | undefined {
  return schemaOf(tool, 'outputSchema', 'output')
}

function schemaOf(
  tool: Tool,
  field: 'inputSchema' | 'outputSchema',
  side: 'input' | 'output',
): JsonSchema | undefined {
  const schema = tool[field]
  if (!schema) return undefined
  const converted = toJsonSchema(schema, side)
  if ('reason' in converted) throw new NoJsonSchemaError(tool.id, field, converted.reason)
  return converted.schema
}

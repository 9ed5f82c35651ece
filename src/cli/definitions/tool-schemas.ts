import { type JsonSchema, toJsonSchema } from '../../runtime/schema.js'
import type { Tool } from '../../runtime/tool.js'
import { cliError } from '../cli-error.js'

/** A schema for a tool that takes or describes nothing. */
const NOTHING: JsonSchema = { type: 'object', properties: {} }

/** Returns what a tool takes as JSON Schema. @throws {CliError} When its schema has no such form. */
export function inputSchemaOf(tool: Tool): JsonSchema {
  return schemaOf(tool, 'inputSchema', 'input') ?? NOTHING
}

/** Returns what a tool gives as JSON Schema, if it says. @throws {CliError} When its schema has no such form. */
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
  if ('reason' in converted) throw cliError('no_json_schema', tool.id, field, converted.reason)
  return converted.schema
}

import { DefinitionError } from '../../runtime/errors.js'
import type { JsonSchema } from '../../runtime/schema.js'
import type { Tool, ToolAnnotations } from '../../runtime/tool.js'
import { NoJsonSchemaError } from '../no-json-schema-error.js'
import { inputSchemaOf, outputSchemaOf } from '../tool-schemas.js'

/** A tool as MCP lists it. */
export interface McpToolDefinition {
  name: string
  title?: string
  description: string
  inputSchema: JsonSchema & { type: 'object' }
  outputSchema?: JsonSchema & { type: 'object' }
  annotations?: ToolAnnotations
  _meta?: Record<string, unknown>
}

/**
 * Describes tools as MCP lists them; annotations and `_meta` stay as the author wrote them.
 *
 * @throws {DefinitionError} When the input of a tool is no object, or has no JSON Schema form.
 */
export function mcpDefinitions(tools: readonly Tool[]): McpToolDefinition[] {
  return tools.map(tool => {
    const outputSchema = structuredOutputOf(tool)
    return {
      name: tool.id,
      ...(tool.title && { title: tool.title }),
      description: tool.description,
      inputSchema: argumentsOf(tool),
      ...(outputSchema && { outputSchema }),
      ...(tool.mcp?.annotations && { annotations: tool.mcp.annotations }),
      ...(tool.mcp?._meta && { _meta: tool.mcp._meta }),
    }
  })
}

/** Arguments are always an object, which a schema such as a union of objects need not say at its root. */
function argumentsOf(tool: Tool): JsonSchema & { type: 'object' } {
  const schema = inputSchemaOf(tool)
  const { type = 'object' } = schema
  if (type === 'object') return { ...schema, type }
  throw new DefinitionError(
    `the inputSchema of ${tool.id} is no object (type ${JSON.stringify(type)}); MCP passes arguments as an object, so wrap it in one`,
  )
}

/**
 * Returns the schema that structured content is promised to follow. The protocol knows it as an object only, and a tool
 * that shapes its output for the model promises nothing: what it hides must not stand beside it.
 */
function structuredOutputOf(tool: Tool): (JsonSchema & { type: 'object' }) | undefined {
  if (tool.toModelOutput || !tool.outputSchema) return undefined
  try {
    const schema = outputSchemaOf(tool)
    return schema?.['type'] === 'object' ? { ...schema, type: 'object' } : undefined
  } catch (thrown) {
    // Its outputs are still text to a client.
    if (thrown instanceof NoJsonSchemaError) return undefined
    throw thrown
  }
}

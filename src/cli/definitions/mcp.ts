import type { Tool } from '../../runtime/tool.js'
import { inputSchemaOf, outputSchemaOf } from './tool-schemas.js'

/** Describes tools as the result of an MCP `tools/list`; annotations and `_meta` stay as the author wrote them. */
export function mcpDefinitions(tools: readonly Tool[]) {
  return {
    tools: tools.map(tool => {
      const outputSchema = outputSchemaOf(tool)
      return {
        name: tool.id,
        ...(tool.title && { title: tool.title }),
        description: tool.description,
        inputSchema: inputSchemaOf(tool),
        // The protocol knows structured output as an object only.
        ...(outputSchema?.['type'] === 'object' && { outputSchema }),
        ...(tool.mcp?.annotations && { annotations: tool.mcp.annotations }),
        ...(tool.mcp?._meta && { _meta: tool.mcp._meta }),
      }
    }),
  }
}

import { inputSchemaOf, outputSchemaOf } from '../../adapters/tool-schemas.js'
import type { Tool } from '../../runtime/tool.js'

/** Describes tools by their JSON Schemas, draft 2020-12. */
export function jsonSchemaDefinitions(tools: readonly Tool[]) {
  return tools.map(tool => {
    const outputSchema = outputSchemaOf(tool)
    return {
      id: tool.id,
      description: tool.description,
      inputSchema: inputSchemaOf(tool),
      ...(outputSchema && { outputSchema }),
    }
  })
}

import { inputSchemaOf } from '../../adapters/tool-schemas.js'
import type { Tool } from '../../runtime/tool.js'

/** Describes tools as the `tools` of a Chat Completions request; `strict` only where a tool asks for it. */
export function openaiDefinitions(tools: readonly Tool[]) {
  return tools.map(tool => ({
    type: 'function',
    function: {
      name: tool.id,
      description: tool.description,
      parameters: inputSchemaOf(tool),
      ...(tool.strict && { strict: true }),
    },
    ...tool.providerOptions?.['openai'],
  }))
}

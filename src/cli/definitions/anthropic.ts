import { inputSchemaOf } from '../../adapters/tool-schemas.js'
import type { Tool } from '../../runtime/tool.js'

/** Describes tools as the `tools` of a Messages request, with their examples and the options meant for Anthropic. */
export function anthropicDefinitions(tools: readonly Tool[]) {
  return tools.map(tool => ({
    name: tool.id,
    description: tool.description,
    input_schema: inputSchemaOf(tool),
    ...(tool.strict && { strict: true }),
    ...(tool.inputExamples && { input_examples: tool.inputExamples.map(({ input }) => input) }),
    ...tool.providerOptions?.['anthropic'],
  }))
}

import { declaredPathsOf } from '../observe/redact/declared-paths.js'
import { declaredValues } from '../observe/redact/declared-values.js'
import { sensitivePathsToPointers } from '../observe/redact/sensitive-paths.js'
import type { Call } from './call-state.js'
import { type ToolSchema, toJsonSchema } from './schema.js'
import type { AnyToolDefinition } from './tool.js'

/** JSON Pointers of the fields a tool declares sensitive, by its schemas and by its `sensitive` paths. */
export interface Declarations {
  input: readonly string[]
  output: readonly string[]
}

const made = new WeakMap<AnyToolDefinition, Declarations>()

/** Returns what a tool declares sensitive; worked out at the first request and kept. */
export function declarationsOf(tool: AnyToolDefinition): Declarations {
  const known = made.get(tool)
  if (known) return known
  const { sensitive } = tool
  const declarations = {
    input: [...pointersOf(tool.inputSchema, 'input'), ...sensitivePathsToPointers(sensitive?.input ?? [])],
    output: [
      ...pointersOf(tool.outputSchema, 'output'),
      ...sensitivePathsToPointers(sensitive?.output ?? []),
    ],
  }
  made.set(tool, declarations)
  return declarations
}

/** Returns the values that stand in a call's sensitive fields, so that they can be taken out of any text. */
export function declaredValuesIn({ tool, rawInput, input, output, returned }: Call): string[] | undefined {
  const declared = declarationsOf(tool)
  if (declared.input.length === 0 && declared.output.length === 0) return undefined
  const given = [rawInput, input].flatMap(value => declaredValues(value, declared.input))
  const made = [returned, output].flatMap(value => declaredValues(value, declared.output))
  return [...new Set([...given, ...made])]
}

function pointersOf(schema: ToolSchema | undefined, side: 'input' | 'output'): string[] {
  if (!schema) return []
  const json = toJsonSchema(schema, side)
  return 'schema' in json ? declaredPathsOf(json.schema) : []
}

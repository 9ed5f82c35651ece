import { checkDefinition } from './check-definition.js'
import { executeDirectly } from './direct.js'
import type { SchemaInput, ToolSchema } from './schema.js'
import type { AnyToolDefinition, ExecuteReturn, Tool, ToolDefinition, ToolOutput } from './tool.js'

/** Where a tool keeps the definition it was made from. Registered, so that two copies of this package agree on it. */
const DEFINITION = Symbol.for('toolspan.definition')

/**
 * Defines a tool.
 *
 * Schemas may come from any library that follows Standard Schema, or be plain JSON Schema; all types are inferred from
 * them. The definition is checked at once and frozen; it is never changed afterwards.
 *
 * @returns A frozen tool; `tool.execute(input)` runs it on its own, `createRuntime({ tools })` with policies.
 * @throws DefinitionError when a field is missing, unknown or of the wrong type; the message names the field.
 *
 * @example
 * const weather = createTool({
 *   id: 'weather-tool',
 *   description: 'Fetches weather for a location',
 *   inputSchema: z.object({ location: z.string() }),
 *   execute: async ({ location }) => ({ location, temperatureCelsius: 21 }),
 * })
 */
export function createTool<
  const TId extends string,
  TIn extends ToolSchema | undefined = undefined,
  TOut extends ToolSchema | undefined = undefined,
  TSuspend extends ToolSchema | undefined = undefined,
  TResume extends ToolSchema | undefined = undefined,
  TContext extends ToolSchema | undefined = undefined,
  TReturn extends ExecuteReturn<SchemaInput<TOut>> = ExecuteReturn<SchemaInput<TOut>>,
>(
  definition: ToolDefinition<TId, TIn, TOut, TSuspend, TResume, TContext, TReturn>,
): Tool<TId, SchemaInput<TIn>, ToolOutput<TOut, TReturn>, TIn, TOut> {
  checkDefinition(definition)
  // The pipeline works with values whose types only their schemas know.
  const kept: AnyToolDefinition = Object.freeze({ ...(definition as unknown as AnyToolDefinition) })
  const tool = {
    ...definition,
    execute: (input: unknown, context?: object) => executeDirectly(kept, input, context),
  }
  Object.defineProperty(tool, DEFINITION, { value: kept })
  return Object.freeze(tool) as unknown as ReturnType<
    typeof createTool<TId, TIn, TOut, TSuspend, TResume, TContext, TReturn>
  >
}

/** Tells whether a value is a tool, also one that another copy of this package made. */
export function isTool(value: unknown): value is Tool {
  return value !== null && typeof value === 'object' && DEFINITION in value
}

/** Returns the definition a tool was made from, with the author's own `execute`. */
export function definitionOf(tool: Tool): AnyToolDefinition {
  return (tool as unknown as { [DEFINITION]: AnyToolDefinition })[DEFINITION]
}

/** Puts another `execute` on a tool, such as one that is bound to a runtime. */
export function withExecute<T extends Tool>(tool: T, execute: Tool['execute']): T {
  const bound = { ...tool, execute }
  Object.defineProperty(bound, DEFINITION, { value: definitionOf(tool) })
  return Object.freeze(bound)
}

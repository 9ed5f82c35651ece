import { type Binding, bindingOf } from '../../runtime/binding.js'
import { createTool, definitionOf, isTool } from '../../runtime/create-tool.js'
import { unbound } from '../../runtime/direct.js'
import { DefinitionError } from '../../runtime/errors.js'
import type { AnyToolDefinition, Tool } from '../../runtime/tool.js'
import { isWrapped, markWrapped } from '../wrapped-mark.js'
import { doWork } from './call-wrapped.js'
import { declaringSchema } from './declaring-schema.js'
import { wrapExecute } from './wrap-execute.js'
import { wrapFunction } from './wrap-function.js'

/** What can be said of a tool that exists already, beside what it says of itself. */
export type WrappedToolOptions = Partial<
  Pick<
    AnyToolDefinition,
    | 'description'
    | 'version'
    | 'sensitive'
    | 'capture'
    | 'transform'
    | 'timeoutMs'
    | 'attemptTimeoutMs'
    | 'maxConcurrency'
    | 'requireApproval'
    | 'onOutput'
    | 'onError'
  >
>

/** Options of `wrapTools`. */
export interface WrapToolsOptions<TTools> {
  /**
   * The runtime, or a scope of one, whose policies, transcript and telemetry the calls get. Default: none; calls are
   * traced through the global OpenTelemetry API, with the default redactor.
   */
  // A runtime of whatever tools.
  runtime?: object
  /** More of single tools, such as which of their fields are sensitive. */
  definitions?: { readonly [name in keyof TTools]?: WrappedToolOptions }
}

/** The same tools. A function answers a promise, whatever it answered before, unless it streams. */
export type WrappedTools<TTools> = { [name in keyof TTools]: Wrapped<TTools[name]> }

type Wrapped<T> = T extends (...args: infer TArgs) => infer TReturn
  ? (...args: TArgs) => TReturn extends AsyncIterable<unknown> ? TReturn : Promise<Awaited<TReturn>>
  : T

/**
 * Puts tools that exist already through the pipeline: each call is traced, measured, redacted and kept, and gives what it
 * gave before. Takes plain functions and anything with an `execute(input, options)`: tools of the AI SDK, those of its MCP
 * client among them. The tools given are not changed, and one that is wrapped already stays as it is.
 *
 * @throws {DefinitionError} When something is no tool.
 *
 * @example
 * const tools = wrapTools({ ...(await mcpClient.tools()), weather: tool({ … }), add: (a: number, b: number) => a + b })
 */
export function wrapTools<TTools extends Readonly<Record<string, unknown>>>(
  tools: TTools,
  { runtime, definitions = {} }: WrapToolsOptions<TTools> = {},
): WrappedTools<TTools> {
  if (tools === null || typeof tools !== 'object' || Array.isArray(tools))
    throw new DefinitionError('wrapTools: tools must be a record of tools by their names')
  const binding = runtime ? bindingOf(runtime) : unbound()
  const wrapped = Object.entries(tools).map(([name, tool]) => [
    name,
    wrap(binding, name, tool, definitions[name] ?? {}),
  ])
  return Object.fromEntries(wrapped)
}

function wrap(binding: Binding, name: string, tool: unknown, more: WrappedToolOptions): unknown {
  if (isTool(tool) || isWrapped(tool)) return tool
  if (typeof tool === 'function') {
    const definition = defined(name, { description: `The function ${tool.name || name}`, ...more })
    return markWrapped(wrapFunction(binding, definition, tool as (...args: unknown[]) => unknown))
  }
  const { execute, inputSchema, parameters, description, title } = fieldsOf(name, tool)
  if (isWrapped(execute)) return tool
  // A tool without one runs elsewhere, where it cannot be followed.
  if (execute === undefined) return tool
  if (typeof execute !== 'function') throw notATool(name)
  const schema = declaringSchema(inputSchema ?? parameters)
  const definition = defined(name, {
    description: typeof description === 'string' ? description : `The tool ${name}`,
    ...(typeof title === 'string' && { title }),
    ...(schema && { inputSchema: schema }),
    ...more,
  })
  return withExecute(tool as object, markWrapped(wrapExecute(binding, definition, execute as never)))
}

function fieldsOf(name: string, tool: unknown): Record<string, unknown> {
  if (tool === null || typeof tool !== 'object') throw notATool(name)
  return tool as Record<string, unknown>
}

function notATool(name: string): DefinitionError {
  return new DefinitionError(
    `wrapTools: tools.${name} is no tool; give a function, or an object with an execute function`,
  )
}

/** The work of a wrapped tool comes with each call. */
function defined(name: string, definition: object): AnyToolDefinition {
  return definitionOf(createTool({ id: name, ...definition, execute: doWork } as never) as Tool)
}

/** A tool of the same kind with another `execute`; getters and what it inherits stay. */
function withExecute<T extends object>(tool: T, execute: unknown): T {
  const fields = Object.getOwnPropertyDescriptors(tool) as PropertyDescriptorMap
  const own = { value: execute, writable: true, enumerable: true, configurable: true }
  return Object.create(Object.getPrototypeOf(tool), { ...fields, execute: own })
}

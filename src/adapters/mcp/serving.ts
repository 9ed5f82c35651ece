import { bindingOf } from '../../runtime/binding.js'
import type { ScopeDefaults } from '../../runtime/call-request.js'
import { definitionOf } from '../../runtime/create-tool.js'
import type { Kernel } from '../../runtime/kernel.js'
import type { Runtime } from '../../runtime/runtime.js'
import type { Tool } from '../../runtime/tool.js'
import type { McpExtra } from './mcp-request.js'
import { type StateSeal, stateSeal } from './request-state.js'
import { type McpToolDefinition, mcpDefinitions } from './tool-definitions.js'

/** Options of `serveTools` beside the server. */
export interface ServingOptions {
  /**
   * Returns the scope of a request, such as the tenant of an authorized client. Default: the runtime's own, with the
   * client that the server's authorization found as the actor, and the MCP session as the session.
   */
  scope?: (request: McpExtra) => ScopeDefaults
  /** How long a person may take to answer a question, in milliseconds. Default 600 000. */
  elicitationTimeoutMs?: number
  /**
   * Key that seals what a question carries through the client and back (protocol 2026-07-28). Give the same one to every
   * process that serves one address. Default: one of this process's own.
   */
  stateKey?: string | Uint8Array
}

/** A tool that is served, and what its calls run with. */
export interface ServedTool {
  readonly tool: Tool
  readonly runtime: Runtime
  readonly kernel: Kernel
}

/** What serves the tools of runtimes. */
export interface Serving {
  /** The tools that are served, by name. */
  readonly tools: ReadonlyMap<string, ServedTool>
  readonly definitions: readonly McpToolDefinition[]
  readonly seal: StateSeal
  readonly elicitationTimeoutMs: number
  /** What leaves the traces of calls that no tool answers. */
  readonly fallback: Pick<ServedTool, 'runtime' | 'kernel'>
  /** A runtime with the scope of a request. */
  scoped(runtime: Runtime, request: McpExtra): Runtime
}

const TEN_MINUTES = 600_000
const served = new WeakMap<Runtime, Pick<Serving, 'tools' | 'definitions'>>()

/**
 * Returns what serves the tools of runtimes; of two tools with one name the first is served.
 *
 * @throws {DefinitionError} When one of them cannot be described to a client.
 */
export function servingOf(
  runtimes: readonly [Runtime, ...Runtime[]],
  { scope, elicitationTimeoutMs = TEN_MINUTES, stateKey }: ServingOptions,
): Serving {
  const [first, ...others] = runtimes
  const { kernel } = bindingOf(first)
  return {
    ...(others.length === 0 ? servedBy(first) : servedByAll(runtimes)),
    seal: stateSeal(stateKey),
    elicitationTimeoutMs,
    fallback: { runtime: first, kernel },
    scoped: (runtime, request) => (scope ? runtime.scope(scope(request)) : runtime),
  }
}

/** A server may be made for each request, so this is worked out once. */
function servedBy(runtime: Runtime): Pick<Serving, 'tools' | 'definitions'> {
  const known = served.get(runtime) ?? servedByAll([runtime])
  served.set(runtime, known)
  return known
}

function servedByAll(runtimes: readonly Runtime[]): Pick<Serving, 'tools' | 'definitions'> {
  const tools = new Map<string, ServedTool>()
  for (const runtime of runtimes) {
    const { kernel } = bindingOf(runtime)
    for (const tool of runtime.tools) {
      // A tool that runs elsewhere cannot be served.
      if (definitionOf(tool).execute && !tools.has(tool.id)) tools.set(tool.id, { tool, runtime, kernel })
    }
  }
  return { tools, definitions: mcpDefinitions([...tools.values()].map(({ tool }) => tool)) }
}

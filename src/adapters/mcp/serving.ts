import { type Binding, bindingOf } from '../../runtime/binding.js'
import type { ScopeDefaults } from '../../runtime/call-request.js'
import { definitionOf } from '../../runtime/create-tool.js'
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

/** What serves the tools of a runtime. */
export interface Serving {
  readonly binding: Binding
  /** The tools that are served, by name. */
  readonly tools: ReadonlyMap<string, Tool>
  readonly definitions: readonly McpToolDefinition[]
  readonly seal: StateSeal
  readonly elicitationTimeoutMs: number
  /** The runtime with the scope of a request. */
  runtimeFor(request: McpExtra): Runtime
}

const TEN_MINUTES = 600_000
const served = new WeakMap<readonly Tool[], Pick<Serving, 'tools' | 'definitions'>>()

/**
 * Returns what serves the tools of a runtime.
 *
 * @throws {DefinitionError} When one of them cannot be described to a client.
 */
export function servingOf(
  runtime: Runtime,
  { scope, elicitationTimeoutMs = TEN_MINUTES, stateKey }: ServingOptions,
): Serving {
  const binding = bindingOf(runtime)
  return {
    ...servedBy(runtime.tools),
    binding,
    seal: stateSeal(stateKey),
    elicitationTimeoutMs,
    runtimeFor: request => (scope ? runtime.scope(scope(request)) : runtime),
  }
}

/** A server may be made for each request, so this is worked out once. A tool that runs elsewhere cannot be served. */
function servedBy(all: readonly Tool[]): Pick<Serving, 'tools' | 'definitions'> {
  const known = served.get(all)
  if (known) return known
  const tools = all.filter(tool => definitionOf(tool).execute)
  const made = { tools: new Map(tools.map(tool => [tool.id, tool])), definitions: mcpDefinitions(tools) }
  served.set(all, made)
  return made
}

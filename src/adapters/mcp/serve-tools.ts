import type { Runtime, ToolSet } from '../../runtime/runtime.js'
import { serveRuntimes } from './serve-runtimes.js'
import type { ServingOptions } from './serving.js'

/** A server of `@modelcontextprotocol/sdk` (v1) or `@modelcontextprotocol/server` (v2): its `McpServer` or `Server`. */
export interface AnyMcpServer {
  connect(transport: never): Promise<unknown>
  close(): Promise<unknown>
}

/** Options of `serveTools`. */
export interface ServeToolsOptions<TServer extends AnyMcpServer> extends ServingOptions {
  /** The server that the tools are put on, before it is connected. It may have resources and prompts of its own. */
  server: TServer
}

/**
 * Serves the tools of a runtime, or of a scope of one, through an MCP server of either line of the SDK.
 *
 * Every call goes through the runtime's pipeline under a `tools/call {tool}` span, whose parent is the client's where
 * `params._meta` names it. Tools without `execute` run elsewhere and are not served.
 *
 * @returns The same server, to be connected to a transport.
 * @throws DefinitionError when the server is none, has tools already, or a tool cannot be described to a client.
 *
 * @example
 * const server = await serveTools(runtime, { server: new McpServer({ name: 'files', version: '1.0.0' }) })
 * await server.connect(new StdioServerTransport())
 */
export async function serveTools<TServer extends AnyMcpServer, TTools extends ToolSet>(
  runtime: Runtime<TTools>,
  { server, ...options }: ServeToolsOptions<TServer>,
): Promise<TServer> {
  // Which tools there are is known to the caller's compiler alone.
  return serveRuntimes([runtime as unknown as Runtime], { server, ...options })
}

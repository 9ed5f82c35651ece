import { DefinitionError } from '../../runtime/errors.js'
import type { Runtime, ToolSet } from '../../runtime/runtime.js'
import { type ServingOptions, servingOf } from './serving.js'
import { isV1Server, serveV1 } from './v1-server.js'
import { isV2Server, serveV2 } from './v2-server.js'

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
  const serving = servingOf(runtime as unknown as Runtime, options)
  const inner = innerOf(server)
  if (isV2Server(inner)) serveV2(inner, serving)
  else if (isV1Server(inner)) await serveV1(inner, serving)
  else throw new DefinitionError(NO_SERVER)
  return server
}

const NO_SERVER =
  'serveTools: server must be an McpServer or Server of @modelcontextprotocol/sdk or @modelcontextprotocol/server'

/** The convenient server of both lines holds the one that speaks the protocol, and may have tools itself. */
function innerOf(server: unknown): object {
  if (server === null || typeof server !== 'object') throw new DefinitionError(NO_SERVER)
  const { server: inner, _registeredTools: tools } = server as { server?: object; _registeredTools?: object }
  if (tools ? Object.keys(tools).length > 0 : answersCalls(server)) throw new DefinitionError(HAS_TOOLS)
  return inner ?? server
}

function answersCalls(server: object): boolean {
  const { assertCanSetRequestHandler: check } = server as {
    assertCanSetRequestHandler?: (method: string) => void
  }
  try {
    check?.call(server, 'tools/call')
    return false
  } catch {
    return true
  }
}

const HAS_TOOLS =
  'serveTools: this server has tools of its own, which would no longer be listed; give serveTools a server without, or make them with createTool()'

import { DefinitionError } from '../../runtime/errors.js'
import type { Runtime } from '../../runtime/runtime.js'
import type { AnyMcpServer, ServeToolsOptions } from './serve-tools.js'
import { servingOf } from './serving.js'
import { isV1Server, serveV1 } from './v1-server.js'
import { isV2Server, serveV2 } from './v2-server.js'

/**
 * Serves the tools of several runtimes through one server, each in its own.
 *
 * @throws DefinitionError when the server is none, has tools already, or a tool cannot be described to a client.
 */
export async function serveRuntimes<TServer extends AnyMcpServer>(
  runtimes: readonly [Runtime, ...Runtime[]],
  { server, ...options }: ServeToolsOptions<TServer>,
): Promise<TServer> {
  const serving = servingOf(runtimes, options)
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

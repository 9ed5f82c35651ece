import { importPeer } from '../../../observe/import-peer.js'
import type { McpSdk } from './sdk.js'
import { type WatchedTransport, watchUnanswered } from './unanswered.js'
import { type SessionTransportClass, webSessions } from './web-sessions.js'

const PACKAGE = '@modelcontextprotocol/sdk'

/** Loads the first line of the SDK. @throws {MissingPackageError} When it is not installed. */
export async function loadV1(): Promise<McpSdk> {
  const [{ McpServer }, { StdioServerTransport }, { WebStandardStreamableHTTPServerTransport }] =
    await importPeer(PACKAGE, () =>
      Promise.all([
        import('@modelcontextprotocol/sdk/server/mcp.js'),
        import('@modelcontextprotocol/sdk/server/stdio.js'),
        import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
      ]),
    )
  return {
    newServer: (name, version) => new McpServer({ name, version }, { capabilities: { logging: {} } }),
    async serveStreams(make, { stdin, stdout }) {
      const server = await make()
      const transport = new StdioServerTransport(stdin, stdout)
      const unanswered = watchUnanswered(transport as WatchedTransport)
      await server.connect(transport as never)
      return { unanswered, stop: async () => void (await server.close()) }
    },
    serveWeb: make =>
      webSessions(WebStandardStreamableHTTPServerTransport as unknown as SessionTransportClass, make),
  }
}

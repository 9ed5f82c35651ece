import { importPeer } from '../../../observe/import-peer.js'
import type { McpSdk } from './sdk.js'
import { type WatchedTransport, watchUnanswered } from './unanswered.js'
import { type SessionTransportClass, webSessions } from './web-sessions.js'

const PACKAGE = '@modelcontextprotocol/server'

/** Loads the second line of the SDK. @throws {MissingPackageError} When it is not installed. */
export async function loadV2(): Promise<McpSdk> {
  const [server, { serveStdio, StdioServerTransport }] = await importPeer(PACKAGE, () =>
    Promise.all([import('@modelcontextprotocol/server'), import('@modelcontextprotocol/server/stdio')]),
  )
  const { McpServer, createMcpHandler, isLegacyRequest, WebStandardStreamableHTTPServerTransport } = server
  return {
    newServer: (name, version) => new McpServer({ name, version }, { capabilities: { logging: {} } }),
    async serveStreams(make, { stdin, stdout }) {
      const transport = new StdioServerTransport(stdin, stdout)
      const unanswered = watchUnanswered(transport as WatchedTransport)
      const handle = serveStdio(make as never, { transport })
      return { unanswered, stop: () => handle.close() }
    },
    serveWeb(make) {
      const modern = createMcpHandler(make as never, { legacy: 'reject' })
      const earlier = webSessions(
        WebStandardStreamableHTTPServerTransport as unknown as SessionTransportClass,
        make,
      )
      return {
        handle: async (request, parsedBody) =>
          (await isLegacyRequest(request, parsedBody))
            ? earlier.handle(request, parsedBody)
            : modern.fetch(request, { parsedBody }),
        async close() {
          await Promise.all([modern.close(), earlier.close()])
        },
      }
    },
  }
}

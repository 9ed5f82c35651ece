import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { refusedBecause } from './guard-request.js'
import { readBody } from './read-body.js'
import type { WebHandler } from './sdk.js'
import { refusal } from './web-sessions.js'

/** Where MCP is served over HTTP. */
export interface HttpAddress {
  port: number
  host: string
  /** Further names that this machine is reached by. */
  allowedHosts: readonly string[]
}

/** A server that listens. */
export interface HttpServing {
  url: string
  /** Ends every connection. */
  close(): Promise<void>
}

const PATH = '/mcp'

/**
 * Serves MCP over HTTP at `/mcp`. Requests whose `Host` or `Origin` is not this machine's are refused with 403.
 *
 * @throws Error as `listen` gives it, such as with code `EADDRINUSE`.
 */
export async function serveHttp(
  handler: WebHandler,
  { port, host, allowedHosts }: HttpAddress,
): Promise<HttpServing> {
  const allowed = [host, ...allowedHosts]
  const server = createServer((incoming, outgoing) => {
    answer(incoming, allowed, handler)
      .then(response => send(response, outgoing))
      // The client has left.
      .catch(() => outgoing.destroy())
  })
  await listening(server, port, host)
  const { port: actual } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}${PATH}`,
    async close() {
      await handler.close()
      const closed = new Promise(resolve => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

async function answer(
  incoming: IncomingMessage,
  allowed: readonly string[],
  handler: WebHandler,
): Promise<Response> {
  const { headers, method = 'GET', url = '/' } = incoming
  const refused = refusedBecause({ host: headers.host, origin: headers.origin }, allowed)
  if (refused) return refusal(403, -32_000, refused)
  const { pathname } = new URL(url, 'http://localhost')
  if (pathname !== PATH) return refusal(404, -32_000, `Not found; MCP is served at ${PATH}`)
  const body = method === 'POST' ? await readBody(incoming) : undefined
  if (body === 'too large') return refusal(413, -32_000, 'The request is too large')
  const parsed = body === undefined ? undefined : parse(body)
  if (parsed === undefined && body !== undefined) return refusal(400, -32_700, 'Parse error: invalid JSON')
  return handler.handle(webRequest(incoming, body), parsed)
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** A client that leaves aborts what it asked for. */
function webRequest(incoming: IncomingMessage, body: string | undefined): Request {
  const { url = '/', method, headersDistinct } = incoming
  const gone = new AbortController()
  incoming.socket.once('close', () => gone.abort())
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  return new Request(new URL(url, 'http://localhost'), { method, headers, body, signal: gone.signal })
}

async function send({ status, headers, body }: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(status, Object.fromEntries(headers))
  outgoing.flushHeaders()
  if (!body) return void outgoing.end()
  await pipeline(Readable.fromWeb(body as never), outgoing)
}

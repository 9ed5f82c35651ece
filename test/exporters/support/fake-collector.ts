import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

export interface Received {
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
}

export interface FakeCollector {
  url: string
  received: Received[]
  /** The JSON bodies that came in on a path. */
  messages(path: string): Record<string, unknown>[]
  close(): Promise<void>
}

/** Listens on a free loopback port and keeps what it is sent; answers 200 unless told otherwise. */
export async function startFakeCollector(
  answer: (response: ServerResponse, received: Received) => void = response => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  },
): Promise<FakeCollector> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const raw = Buffer.concat(chunks)
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw
    const one = { path: request.url ?? '', headers: request.headers, body }
    received.push(one)
    answer(response, one)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    messages: path => received.filter(one => one.path === path).map(one => JSON.parse(one.body.toString())),
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** A port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

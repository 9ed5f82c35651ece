import { randomUUID } from 'node:crypto'
import type { AnyMcpServer } from '../serve-tools.js'
import type { MakeServer, WebHandler } from './sdk.js'

/** What is used of the streamable HTTP transport of either line. */
export interface SessionTransport {
  handleRequest(request: Request, options: { parsedBody: unknown }): Promise<Response>
  close(): Promise<void>
}

/** What makes such a transport. */
export type SessionTransportClass = new (options: {
  sessionIdGenerator: () => string
  onsessioninitialized: (id: string) => void
  onsessionclosed: (id: string) => void
}) => SessionTransport

/** A client may leave without a word, so that the session unused for longest ends when there are more. */
const MOST_SESSIONS = 1_000

/** Serves the sessions of protocol 2025-11-25 and before: each has a server, as questions and progress need one. */
export function webSessions(Transport: SessionTransportClass, make: MakeServer): WebHandler {
  const sessions = new Map<string, SessionTransport>()

  async function begin(): Promise<SessionTransport> {
    const transport = new Transport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: id => void sessions.set(id, transport),
      onsessionclosed: id => void sessions.delete(id),
    })
    const server: AnyMcpServer = await make()
    await server.connect(transport as never)
    endOldest(sessions)
    return transport
  }

  return {
    async handle(request, parsedBody) {
      const id = request.headers.get('mcp-session-id')
      const known = id === null ? undefined : sessions.get(id)
      if (id !== null && !known) return refusal(404, -32_001, 'Session not found')
      if (id !== null && known) {
        // Used last, so that it is ended last.
        sessions.delete(id)
        sessions.set(id, known)
        return known.handleRequest(request, { parsedBody })
      }
      if (!begins(parsedBody)) return refusal(400, -32_000, 'Bad Request: no session; send initialize first')
      return (await begin()).handleRequest(request, { parsedBody })
    },
    async close() {
      await Promise.all([...sessions.values()].map(transport => transport.close()))
    },
  }
}

function endOldest(sessions: Map<string, SessionTransport>): void {
  const [oldest] = sessions
  if (!oldest || sessions.size < MOST_SESSIONS) return
  sessions.delete(oldest[0])
  void oldest[1].close()
}

function begins(body: unknown): boolean {
  const messages: unknown[] = Array.isArray(body) ? body : [body]
  return messages.some(message => (message as { method?: unknown } | undefined)?.method === 'initialize')
}

/** A refusal as JSON-RPC has it. */
export function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status })
}

import { protocolVersionIn } from '../protocol-version.js'

/** What is known of a client's connection. */
export interface ClientFacts {
  sessionId?: string
  protocolVersion?: string
  transport?: 'pipe' | 'tcp'
  server?: { address: string; port?: number }
}

/** What of a client and its transport may be there; some of it on one line of the SDK only. */
interface Connected {
  transport?: { sessionId?: unknown; protocolVersion?: unknown; pid?: unknown; _url?: unknown }
  getNegotiatedProtocolVersion?(): unknown
}

/** Reads what is known of a client's connection. */
export function factsOf(client: object): ClientFacts {
  const { transport } = client as Connected
  const { sessionId, protocolVersion, _url: url } = transport ?? {}
  const negotiated = (client as Connected).getNegotiatedProtocolVersion?.() ?? protocolVersion
  const facts: ClientFacts = { protocolVersion: protocolVersionIn(negotiated) }
  if (typeof sessionId === 'string') facts.sessionId = sessionId
  if (url instanceof URL) {
    facts.transport = 'tcp'
    const port = Number(url.port)
    facts.server = { address: url.hostname, ...(port > 0 && { port }) }
  } else if (transport && 'pid' in transport) facts.transport = 'pipe'
  return facts
}

import { randomUUID } from 'node:crypto'

/** A call that waits: for a decision, or for the data it is resumed with. */
export interface WaitingCall {
  kind: 'approval' | 'suspend'
  toolName: string
  toolCallId: string
  /** The input after its repairs, as the server saw it. */
  input: unknown
  suspendPayload?: unknown
  traceId?: string
  spanId?: string
  tenant?: string
  /** Milliseconds since 1970. */
  createdAt: number
}

/** Where calls wait for a person. A ticket is usable once. */
export interface TicketStore {
  /** Keeps a waiting call and answers its ticket, once it is safe to announce it. */
  issue(call: WaitingCall): string | PromiseLike<string>
  /** Lists what waits, oldest first. */
  list():
    | readonly (WaitingCall & { ticket: string })[]
    | PromiseLike<readonly (WaitingCall & { ticket: string })[]>
}

/** Returns a store that lives as long as the process. It keeps copies: what waits is what was asked for. */
export function createMemoryTickets(): TicketStore {
  const waiting = new Map<string, WaitingCall>()
  return {
    issue(call) {
      const ticket = `ticket_${randomUUID()}`
      waiting.set(ticket, copyOf(call))
      return ticket
    },
    list: () => [...waiting].map(([ticket, call]) => ({ ...copyOf(call), ticket })),
  }
}

function copyOf(call: WaitingCall): WaitingCall {
  const { input, suspendPayload } = call
  return { ...call, input: structuredClone(input), suspendPayload: structuredClone(suspendPayload) }
}

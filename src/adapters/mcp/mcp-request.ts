import type { ElicitationAnswer } from '../../runtime/tool-context.js'
import type { McpMeta } from './trace-context.js'

/** What is asked of the person at a client, in the form that both lines of the SDK send. */
export interface Elicitation {
  message: string
  requestedSchema: Readonly<Record<string, unknown>>
}

/** The request as a tool sees it in `context.mcp.extra`; the same words on both lines of the SDK. */
export interface McpExtra {
  readonly signal: AbortSignal
  readonly requestId: string | number
  readonly sessionId?: string
  /** What the server's authorization found out about the client. */
  readonly authInfo?: { readonly clientId: string; readonly scopes: readonly string[] }
  readonly _meta?: McpMeta
}

/** One `tools/call`, told in the same words whichever line of the SDK received it. */
export interface McpRequest {
  readonly name: string
  readonly arguments: unknown
  readonly extra: McpExtra
  readonly protocolVersion?: string
  /** `network.transport`, where it is known. */
  readonly transport?: 'pipe' | 'tcp'
  /**
   * How the person at the client can be asked: while the request is open (`now`), by answering it with the question
   * (`later`, protocol 2026-07-28), or not at all.
   */
  readonly asks: 'now' | 'later' | undefined
  /** What the person answered to the question that the last answer held. */
  readonly answered?: { state: string; answer: ElicitationAnswer }
  notify(method: string, params: Record<string, unknown>): Promise<void>
  log(level: string, data: unknown, logger: string): Promise<void>
  /** Asks now. @throws Error when the client cannot be asked. */
  elicit(question: Elicitation, timeoutMs: number): Promise<ElicitationAnswer>
}

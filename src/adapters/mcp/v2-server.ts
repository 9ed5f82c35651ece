import type { ElicitationAnswer } from '../../runtime/tool-context.js'
import { callTool } from './call-tool.js'
import { showsForms } from './client-capability.js'
import type { Elicitation, McpExtra, McpRequest } from './mcp-request.js'
import { asksInResults, protocolVersionIn } from './protocol-version.js'
import type { Serving } from './serving.js'
import { QUESTION } from './settle-waiting.js'
import type { McpMeta } from './trace-context.js'

/** What is used of a `Server` of `@modelcontextprotocol/server`. */
export interface V2Server {
  registerCapabilities(capabilities: Record<string, object>): void
  setRequestHandler(method: string, handler: (request: V2Request, context: V2Context) => unknown): void
  getClientCapabilities(): unknown
  getNegotiatedProtocolVersion(): string | undefined
  readonly transport?: object
}

interface V2Request {
  params: { name: string; arguments?: unknown }
}

interface V2Context {
  readonly sessionId?: string
  readonly mcpReq: {
    readonly id: string | number
    readonly signal: AbortSignal
    readonly _meta?: McpMeta
    readonly envelope?: Readonly<Record<string, unknown>>
    readonly inputResponses?: Readonly<Record<string, unknown>>
    requestState(): unknown
    notify(notification: { method: string; params: object }): Promise<void>
    log(level: string, data: unknown, logger: string): Promise<void>
    send(request: { method: string; params: object }, options: object): Promise<unknown>
  }
  readonly http?: { readonly authInfo?: McpExtra['authInfo']; readonly req?: Request }
}

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'

/** Tells whether a value is a server of the second line. */
export function isV2Server(value: unknown): value is V2Server {
  const { setRequestHandler, getNegotiatedProtocolVersion } = value as Partial<V2Server>
  return typeof setRequestHandler === 'function' && typeof getNegotiatedProtocolVersion === 'function'
}

/** Puts the tools on a server of the second line. */
export function serveV2(server: V2Server, serving: Serving): void {
  server.registerCapabilities({ tools: {} })
  server.setRequestHandler('tools/list', () => ({ tools: serving.definitions }))
  server.setRequestHandler('tools/call', (request, context) =>
    callTool(serving, new RequestOfV2(server, request, context)),
  )
}

class RequestOfV2 implements McpRequest {
  readonly name: string
  readonly arguments: unknown
  readonly protocolVersion: string | undefined
  readonly #server: V2Server
  readonly #context: V2Context
  #extra: McpExtra | undefined

  constructor(server: V2Server, { params }: V2Request, context: V2Context) {
    this.name = params.name
    this.arguments = params.arguments
    this.protocolVersion = protocolVersionIn(
      server.getNegotiatedProtocolVersion() ?? context.http?.req?.headers.get('mcp-protocol-version'),
    )
    this.#server = server
    this.#context = context
  }

  get extra() {
    this.#extra ??= extraOf(this.#context)
    return this.#extra
  }

  get transport() {
    if (this.#context.http) return 'tcp'
    const { transport } = this.#server
    return transport && '_stdin' in transport ? 'pipe' : undefined
  }

  get asks() {
    const later = asksInResults(this.protocolVersion)
    const { envelope } = this.#context.mcpReq
    const capabilities = later ? envelope?.[CAPABILITIES] : this.#server.getClientCapabilities()
    if (!showsForms(capabilities)) return undefined
    return later ? 'later' : 'now'
  }

  get answered() {
    const { inputResponses, requestState } = this.#context.mcpReq
    const state = asksInResults(this.protocolVersion) ? requestState() : undefined
    if (typeof state !== 'string') return undefined
    return { state, answer: answerIn(inputResponses?.[QUESTION]) }
  }

  notify(method: string, params: Record<string, unknown>): Promise<void> {
    return this.#context.mcpReq.notify({ method, params })
  }

  log(level: string, data: unknown, logger: string): Promise<void> {
    return this.#context.mcpReq.log(level, data, logger)
  }

  async elicit(question: Elicitation, timeoutMs: number): Promise<ElicitationAnswer> {
    if (this.asks !== 'now') throw new Error(CANNOT_ASK[this.asks ?? 'never'])
    const { signal, send } = this.#context.mcpReq
    const params = { mode: 'form', ...question }
    return (await send(
      { method: 'elicitation/create', params },
      { signal, timeout: timeoutMs },
    )) as ElicitationAnswer
  }
}

const CANNOT_ASK = {
  never: 'this client cannot ask anybody: it has no elicitation',
  later:
    'this version of the protocol asks between two requests: suspend the call instead, with context.suspend()',
}

/** The words of the first line, so that a tool reads one request, whichever line received it. */
function extraOf({ sessionId, mcpReq, http }: V2Context): McpExtra & Record<string, unknown> {
  const { signal, id, _meta } = mcpReq
  const { notify, send } = mcpReq
  return {
    signal,
    requestId: id,
    sessionId,
    authInfo: http?.authInfo,
    _meta,
    request: http?.req,
    sendNotification: notify,
    sendRequest: send,
  }
}

const ACTIONS: readonly unknown[] = ['accept', 'decline', 'cancel']

/** What comes from a client may be anything; what is no answer is none. */
function answerIn(given: unknown): ElicitationAnswer {
  const { action, content } = (given ?? {}) as Partial<ElicitationAnswer>
  if (action === undefined || !ACTIONS.includes(action)) return { action: 'cancel' }
  return content !== null && typeof content === 'object' ? { action, content } : { action }
}

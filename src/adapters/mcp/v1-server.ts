import { importPeer } from '../../observe/import-peer.js'
import { quietly } from '../../observe/quietly.js'
import type { ElicitationAnswer } from '../../runtime/tool-context.js'
import { callTool } from './call-tool.js'
import { showsForms } from './client-capability.js'
import type { Elicitation, McpExtra, McpRequest } from './mcp-request.js'
import { protocolVersionIn } from './protocol-version.js'
import type { Serving } from './serving.js'

/** What is used of a `Server` of `@modelcontextprotocol/sdk`. */
export interface V1Server {
  registerCapabilities(capabilities: Record<string, object>): void
  assertCanSetRequestHandler(method: string): void
  setRequestHandler(schema: unknown, handler: (request: V1Request, extra: V1Extra) => unknown): void
  getClientCapabilities(): unknown
  readonly transport?: object
}

interface V1Request {
  params: { name: string; arguments?: unknown }
}

interface V1Extra extends McpExtra {
  readonly requestInfo?: { headers: Record<string, string | string[] | undefined> }
  sendNotification(notification: { method: string; params: object }): Promise<void>
  sendRequest(request: { method: string; params: object }, schema: unknown, options: object): Promise<unknown>
}

/** Tells whether a value is a server of the first line. */
export function isV1Server(value: unknown): value is V1Server {
  const { setRequestHandler, registerCapabilities, assertCanSetRequestHandler } = value as Partial<V1Server>
  return [setRequestHandler, registerCapabilities, assertCanSetRequestHandler].every(
    method => typeof method === 'function',
  )
}

/** Puts the tools on a server of the first line, whose handlers are told apart by schemas of the SDK. */
export async function serveV1(server: V1Server, serving: Serving): Promise<void> {
  server.registerCapabilities({ tools: {} })
  const { ListToolsRequestSchema, CallToolRequestSchema, ElicitResultSchema } = await importPeer(
    '@modelcontextprotocol/sdk',
    () => import('@modelcontextprotocol/sdk/types.js'),
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: serving.definitions }))
  server.setRequestHandler(CallToolRequestSchema, (request, extra) =>
    callTool(serving, new RequestOfV1(server, request, extra, ElicitResultSchema)),
  )
}

class RequestOfV1 implements McpRequest {
  readonly name: string
  readonly arguments: unknown
  readonly extra: V1Extra
  readonly #server: V1Server
  readonly #elicitResult: unknown

  constructor(server: V1Server, { params }: V1Request, extra: V1Extra, elicitResult: unknown) {
    this.name = params.name
    this.arguments = params.arguments
    this.extra = extra
    this.#server = server
    this.#elicitResult = elicitResult
  }

  get protocolVersion() {
    return protocolVersionIn(this.extra.requestInfo?.headers['mcp-protocol-version'])
  }

  get transport() {
    if (this.extra.requestInfo) return 'tcp'
    const { transport } = this.#server
    return transport && '_stdin' in transport ? 'pipe' : undefined
  }

  get asks() {
    return showsForms(this.#server.getClientCapabilities()) ? 'now' : undefined
  }

  notify(method: string, params: Record<string, unknown>): Promise<void> {
    return this.extra.sendNotification({ method, params })
  }

  async log(level: string, data: unknown, logger: string): Promise<void> {
    const { isMessageIgnored } = this.#server as {
      isMessageIgnored?: (level: string, sessionId?: string) => boolean
    }
    // The level that the client asked for is known to the server alone.
    if (quietly(() => isMessageIgnored?.(level, this.extra.sessionId))) return
    await this.notify('notifications/message', { level, data, logger })
  }

  async elicit(question: Elicitation, timeoutMs: number): Promise<ElicitationAnswer> {
    if (!this.asks) throw new Error('this client cannot ask anybody: it has no elicitation')
    const { signal } = this.extra
    const request = { method: 'elicitation/create', params: { mode: 'form', ...question } }
    const answer = await this.extra.sendRequest(request, this.#elicitResult, { signal, timeout: timeoutMs })
    return answer as ElicitationAnswer
  }
}

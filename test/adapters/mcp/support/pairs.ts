import { Client as ClientV2 } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer as ServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js'
import { CallToolResultSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { McpServer as ServerV2 } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Runtime, ToolSet } from 'toolspan'
import { type ServingOptions, serveTools } from 'toolspan/mcp'

/** What a person at a client answers. */
export type Answer = {
  action: 'accept' | 'decline' | 'cancel'
  content?: Record<string, string | number | boolean | string[]>
}

/** What a question looks like to the person at a client. */
export interface Asked {
  message: string
  requestedSchema?: unknown
}

export interface ClientOptions {
  /** Answers questions; without it the client has no elicitation. */
  answer?: (asked: Asked) => Answer | Promise<Answer>
  onLog?: (params: { level: string; data: unknown }) => void
}

export interface CallOptions {
  signal?: AbortSignal
  timeout?: number
  onprogress?: (progress: { progress: number; total?: number; message?: string }) => void
}

/** What of a client of either line the tests use. */
export interface TestClient {
  call(
    params: { name: string; arguments?: Record<string, unknown>; _meta?: Record<string, unknown> },
    options?: CallOptions,
  ): Promise<CallResult>
  list(): Promise<Record<string, unknown>[]>
  close(): Promise<void>
  raw: ClientV1 | ClientV2
}

export interface CallResult {
  content: { type: string; text?: string; [key: string]: unknown }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
  _meta?: Record<string, unknown>
}

/** A client and a server, connected within the process. */
export interface Pair {
  name: string
  serverLine: 1 | 2
  /** The version of the protocol that they agree on. */
  protocol: string
  connect<T extends ToolSet>(
    runtime: Runtime<T>,
    options?: ClientOptions & ServingOptions,
  ): Promise<TestClient>
}

type Transport = InMemoryTransport

const INFO = { name: 'tests', version: '1.0.0' }

/** Connects a client of the first line to any transport. */
export async function connectV1(
  transport: object,
  { answer, onLog }: ClientOptions = {},
): Promise<TestClient> {
  const client = new ClientV1(INFO, { capabilities: answer ? { elicitation: {} } : {} })
  if (answer) client.setRequestHandler(ElicitRequestSchema, async ({ params }) => answer(params))
  if (onLog) client.fallbackNotificationHandler = async ({ params }) => onLog(params as never)
  await client.connect(transport as Transport)
  return {
    raw: client,
    call: async (params, options) =>
      (await client.callTool(params, CallToolResultSchema, options)) as unknown as CallResult,
    list: async () => (await client.listTools()).tools,
    close: () => client.close(),
  }
}

/** Connects a client of the second line to any transport; it asks for the newest protocol first. */
export async function connectV2(
  transport: object,
  { answer, onLog }: ClientOptions = {},
): Promise<TestClient> {
  const client = new ClientV2(INFO, {
    capabilities: answer ? { elicitation: { form: {} } } : {},
    versionNegotiation: { mode: 'auto' },
  })
  if (answer) client.setRequestHandler('elicitation/create', async ({ params }) => answer(params as Asked))
  if (onLog) client.setNotificationHandler('notifications/message', ({ params }) => onLog(params as never))
  await client.connect(transport as never)
  return {
    raw: client,
    call: async (params, options) => (await client.callTool(params, options)) as unknown as CallResult,
    list: async () => (await client.listTools()).tools,
    close: () => client.close(),
  }
}

async function startV1(runtime: Runtime, transport: Transport, options: ServingOptions): Promise<void> {
  const server = new ServerV1(INFO, { capabilities: { logging: {} } })
  await (await serveTools(runtime, { server, ...options })).connect(transport)
}

async function startV2(runtime: Runtime, transport: Transport, options: ServingOptions): Promise<void> {
  const server = () => new ServerV2(INFO, { capabilities: { logging: {} } })
  serveStdio(() => serveTools(runtime, { server: server(), ...options }), { transport: transport as never })
}

function pairOf(name: string, protocol: string, start: typeof startV1, connect: typeof connectV1): Pair {
  return {
    name,
    serverLine: start === startV1 ? 1 : 2,
    protocol,
    async connect(runtime, { answer, onLog, ...options } = {}) {
      const [theirs, ours] = InMemoryTransport.createLinkedPair()
      await start(runtime as unknown as Runtime, ours, options)
      return connect(theirs, { answer, onLog })
    },
  }
}

export const pairs: readonly Pair[] = [
  pairOf('SDK v1 client and server', '2025-11-25', startV1, connectV1),
  pairOf('SDK v2 client, v1 server', '2025-11-25', startV1, connectV2),
  pairOf('SDK v1 client, v2 server', '2025-11-25', startV2, connectV1),
  pairOf('SDK v2 client and server', '2026-07-28', startV2, connectV2),
]

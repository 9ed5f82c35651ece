import { ROOT_CONTEXT } from '@opentelemetry/api'
import { runInContext } from '../../../observe/context.js'
import { safeText } from '../../../observe/exception.js'
import { OTHER } from '../../../observe/names.js'
import { quietly } from '../../../observe/quietly.js'
import type { Binding } from '../../../runtime/binding.js'
import { directKernel } from '../../../runtime/kernel.js'
import type { AnyToolDefinition } from '../../../runtime/tool.js'
import { type McpMeta, withTraceContext } from '../trace-context.js'
import { startClientSpan } from './client-span.js'
import { type CallServer, callThroughPipeline, observedTool } from './observed-tool.js'
import { changedParts, type ListedTool, type SeenTools, type ToolPart } from './tool-changes.js'

/** A tool of a server that is not as it was first seen. */
export interface ToolChange {
  server: string
  toolName: string
  changed: readonly ToolPart[]
}

/** How a client is watched. */
export interface WatchOptions {
  seen?: SeenTools
  onToolChanged?: (change: ToolChange) => void
}

type Method = (...given: unknown[]) => unknown

interface WatchedClient {
  callTool: Method
  listTools: Method
  request?: Method
  getServerVersion?: Method
}

interface CallParams {
  name: string
  arguments?: unknown
  _meta?: McpMeta
}

/** What is known of one client, and the methods that stand in the place of its own. */
export class ClientWatch {
  readonly #client: WatchedClient
  readonly #binding: Binding
  readonly #throughPipeline: boolean
  readonly #seen: SeenTools
  readonly #onToolChanged: ((change: ToolChange) => void) | undefined
  readonly #listed = new Map<string, ListedTool>()
  readonly #tools = new Map<string, AnyToolDefinition>()
  readonly #changed = new Map<string, string>()
  readonly #methods: Record<PropertyKey, Method>

  constructor(
    client: object,
    binding: Binding | undefined,
    { seen = new Map(), onToolChanged }: WatchOptions,
  ) {
    this.#client = client as WatchedClient
    this.#throughPipeline = binding !== undefined
    this.#binding = binding ?? { kernel: directKernel(), defaults: {} }
    this.#seen = seen
    this.#onToolChanged = onToolChanged
    this.#methods = {
      callTool: (params, ...more) =>
        this.#call(params as CallParams, more, given => this.#client.callTool(given, ...more)),
      listTools: async (...given) => this.#list(await this.#client.listTools(...given)),
      request: (request, ...more) => this.#request(request as { method: string; params?: unknown }, more),
    }
  }

  /** Returns what stands in the place of a client's own method. */
  own(key: PropertyKey): Method | undefined {
    return key in this.#client ? this.#methods[key] : undefined
  }

  async #request(request: { method: string; params?: unknown }, more: unknown[]): Promise<unknown> {
    const send = (params: unknown) => this.#client.request?.({ ...request, params }, ...more)
    if (request.method === 'tools/call') return this.#call(request.params as CallParams, more, send)
    const answer = await send(request.params)
    return request.method === 'tools/list' ? this.#list(answer) : answer
  }

  async #call(params: CallParams, more: unknown[], send: Method): Promise<unknown> {
    const abortSignal = more.map(signalOf).find(signal => signal !== undefined)
    const call: CallServer = input =>
      this.#send(input === params.arguments ? params : { ...params, arguments: input }, send, abortSignal)
    if (!this.#throughPipeline) return call(params.arguments)
    const tool = this.#toolFor(params.name)
    return callThroughPipeline(tool, this.#binding, { input: params.arguments, call, abortSignal })
  }

  async #send(params: CallParams, send: Method, signal: AbortSignal | undefined): Promise<unknown> {
    const { name } = params
    const shown = { toolName: this.#shownName(name), changed: this.#changed.has(name) }
    const span = startClientSpan(this.#binding.kernel, this.#client, shown)
    try {
      const _meta = withTraceContext(params._meta, span.context)
      const given = _meta ? { ...params, _meta } : params
      const result = await runInContext(span.context, () => send(given))
      span.end({ isError: (result as { isError?: unknown } | undefined)?.isError === true })
      return result
    } catch (thrown) {
      span.end({ thrown, cancelled: signal?.aborted === true })
      throw thrown
    }
  }

  /** A model may make up a name, which could then be anything. */
  #shownName(name: string): string {
    if (this.#listed.size > 0 && !this.#listed.has(name)) return OTHER
    return safeText(String(name), 100, this.#binding.kernel.redactors.span)
  }

  #toolFor(name: string): AnyToolDefinition {
    const known = this.#tools.get(name)
    if (known) return known
    const listed = this.#listed.get(name) ?? { name: this.#shownName(name) }
    const tool = observedTool(listed, this.#binding, input =>
      this.#send({ name, arguments: input }, given => this.#client.callTool(given), undefined),
    )
    this.#tools.set(name, tool)
    return tool
  }

  #list<T>(answer: T): T {
    quietly(() => {
      const { tools } = answer as { tools: ListedTool[] }
      const server = this.#serverName()
      for (const tool of tools) this.#look(server, tool)
    })
    return answer
  }

  #look(server: string, tool: ListedTool): void {
    const { name } = tool
    this.#listed.set(name, tool)
    this.#tools.delete(name)
    const changed = changedParts(`${server}/${name}`, tool, this.#seen)
    if (changed.length === 0) return void this.#changed.delete(name)
    if (this.#changed.get(name) === changed.join()) return
    this.#changed.set(name, changed.join())
    this.#tell({ server, toolName: name, changed })
  }

  #tell(change: ToolChange): void {
    const { logs, redactors } = this.#binding.kernel
    const said = `the tool ${change.toolName} of the MCP server ${change.server} is not as it was first seen: its ${change.changed.join(', ')} changed`
    const message = safeText(said, 500, redactors.log)
    const toolName = this.#shownName(change.toolName)
    logs.report({ level: 'warn', message, toolName, toolCallId: '', context: ROOT_CONTEXT })
    quietly(() => this.#onToolChanged?.(change))
  }

  #serverName(): string {
    const named = this.#client.getServerVersion?.() as { name?: unknown } | undefined
    return typeof named?.name === 'string' ? named.name : ''
  }
}

function signalOf(value: unknown): AbortSignal | undefined {
  const signal = value !== null && typeof value === 'object' && 'signal' in value ? value.signal : undefined
  return signal instanceof AbortSignal ? signal : undefined
}

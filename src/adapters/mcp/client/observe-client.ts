import { bindingOf } from '../../../runtime/binding.js'
import { DefinitionError } from '../../../runtime/errors.js'
import type { Runtime, ToolSet } from '../../../runtime/runtime.js'
import { ClientWatch, type ToolChange } from './client-watch.js'
import type { SeenTools } from './tool-changes.js'

/** A client of `@modelcontextprotocol/sdk` (v1) or `@modelcontextprotocol/client` (v2). */
export interface AnyMcpClient {
  callTool(params: never, ...more: never[]): Promise<unknown>
  listTools(...more: never[]): Promise<unknown>
}

/** Options of `observeClient`. */
export interface ObserveClientOptions<TTools extends ToolSet> {
  /**
   * Puts the calls through the pipeline of a runtime too: its redaction, transcript, events, approval and metrics. Default:
   * a span and a metric for each call, through the global OpenTelemetry API.
   */
  runtime?: Runtime<TTools>
  /** Remembers how tools were first seen; give one that outlives the process to notice what changed between two. */
  seen?: SeenTools
  /** Is told, once for each change, of a tool that is not as it was first seen; a warning is logged too. */
  onToolChanged?: (change: ToolChange) => void
}

const observed = new WeakSet<object>()

/**
 * Observes the calls of an MCP client to a server that somebody else wrote.
 *
 * Each is a `tools/call {tool}` span that the server may continue: its context travels in `params._meta`. A result with
 * `isError` is an error, of type `tool_error`. What the client answers and throws stays the same.
 *
 * @returns The client, to be used in place of the given one.
 * @throws DefinitionError when it is no client, or the runtime is none.
 */
export function observeClient<TClient extends AnyMcpClient, TTools extends ToolSet = ToolSet>(
  client: TClient,
  { runtime, ...options }: ObserveClientOptions<TTools> = {},
): TClient {
  if (typeof client?.callTool !== 'function' || typeof client.listTools !== 'function') {
    throw new DefinitionError(
      'observeClient: give it a Client of @modelcontextprotocol/sdk or @modelcontextprotocol/client',
    )
  }
  if (observed.has(client)) return client
  const watch = new ClientWatch(client, runtime && bindingOf(runtime), options)
  const proxy = new Proxy<TClient>(client, {
    get: (target, key) => watch.own(key) ?? bound(target, Reflect.get(target, key)),
    set: (target, key, value) => Reflect.set(target, key, value),
  })
  observed.add(proxy)
  return proxy
}

/** Private fields are the client's own, so that its methods must be called on it. */
function bound(target: object, value: unknown): unknown {
  return typeof value === 'function' && value !== target.constructor ? value.bind(target) : value
}

import { type Context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { activeContext } from '../../../observe/context.js'
import { describeBriefly } from '../../../observe/exception.js'
import { ATTR, METHOD_CALL_TOOL, TOOL_ERROR } from '../../../observe/names.js'
import { quietly } from '../../../observe/quietly.js'
import type { Kernel } from '../../../runtime/kernel.js'
import { startMcpSpan } from '../mcp-span.js'
import { type ClientFacts, factsOf } from './client-facts.js'

/** How a call to a server ended. */
export type ClientEnd = { isError: boolean } | { thrown: unknown; cancelled: boolean }

/** What is observed of one call at its client. */
export interface ClientSpan {
  /** The context that the request is made in, which it carries to the server. */
  readonly context: Context
  end(how: ClientEnd): void
}

/** Opens the span of a call to a server. */
export function startClientSpan(
  kernel: Kernel,
  client: object,
  { toolName, changed }: { toolName: string; changed: boolean },
): ClientSpan {
  const { signals, clock } = kernel
  const startedAt = clock.now()
  const here = activeContext()
  const facts = quietly(() => factsOf(client)) ?? {}
  const span = signals.tracing()
    ? startMcpSpan(kernel, { kind: SpanKind.CLIENT, toolName, ...facts }, here)
    : undefined
  if (changed) quietly(() => span?.setAttribute(ATTR.mcpToolChanged, true))
  return {
    context: span ? trace.setSpan(here, span) : here,
    end(how) {
      const failure = failureOf(kernel, how)
      quietly(() => {
        if (failure?.errorType) {
          span?.setAttribute(ATTR.errorType, failure.errorType)
          span?.setStatus({ code: SpanStatusCode.ERROR, message: failure.message })
        }
        if (failure?.code !== undefined) span?.setAttribute(ATTR.rpcStatusCode, failure.code)
        span?.end()
      })
      const { recording, mcpClientOperationDuration } = signals.instruments()
      const seconds = (clock.now() - startedAt) / 1_000
      if (recording)
        quietly(() =>
          mcpClientOperationDuration.record(seconds, attributesOf(kernel, toolName, facts, failure)),
        )
    },
  }
}

interface Failure {
  errorType?: string
  message?: string
  /** Code of a JSON-RPC error. */
  code?: string
}

const TIMED_OUT: readonly unknown[] = [-32_001, 'REQUEST_TIMEOUT']

/** To a client, every error of the protocol is one; what its caller has cancelled is none. */
function failureOf(kernel: Kernel, how: ClientEnd): Failure | undefined {
  if ('isError' in how) return how.isError ? { errorType: TOOL_ERROR } : undefined
  if (how.cancelled) return undefined
  const { type, message } = describeBriefly(how.thrown, kernel.redactors.error)
  const code = quietly(() => (how.thrown as { code?: unknown }).code)
  // Both lines say so with a code of their own, which no server has sent.
  if (TIMED_OUT.includes(code)) return { errorType: 'timeout', message }
  return typeof code === 'number'
    ? { errorType: String(code), message, code: String(code) }
    : { errorType: type, message }
}

function attributesOf(
  kernel: Kernel,
  toolName: string,
  { protocolVersion, transport, server }: ClientFacts,
  failure: Failure | undefined,
) {
  return {
    [ATTR.mcpMethodName]: METHOD_CALL_TOOL,
    [ATTR.toolName]: kernel.toolNames(toolName),
    ...(failure?.errorType && { [ATTR.errorType]: kernel.errorTypes(failure.errorType) }),
    ...(failure?.code && { [ATTR.rpcStatusCode]: failure.code }),
    ...(protocolVersion && { [ATTR.mcpProtocolVersion]: protocolVersion }),
    ...(transport && { [ATTR.networkTransport]: transport }),
    ...(server && { [ATTR.serverAddress]: server.address }),
  }
}

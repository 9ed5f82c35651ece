import type { CallOptions, ScopeDefaults } from '../../runtime/call-request.js'
import { RequestContext, type RequestContextInit } from '../../runtime/request-context.js'

/** What the AI SDK tells a tool of the call: as far as versions 6 and 7 agree, and the context of either. */
export interface AiExecutionOptions {
  toolCallId: string
  messages: readonly unknown[]
  abortSignal?: AbortSignal
  /** Version 7. */
  context?: unknown
  /** Version 6. */
  experimental_context?: unknown
}

/**
 * Returns the options of a call as the AI SDK asks for it. Where the SDK was given a context, its values stand in the
 * request context, over those of the scope.
 */
export function callOptionsOf(options: AiExecutionOptions, { requestContext }: ScopeDefaults): CallOptions {
  const { toolCallId, messages, abortSignal } = options
  const context = contextIn(options)
  const called: CallOptions = { toolCallId, messages }
  if (abortSignal) called.abortSignal = abortSignal
  if (context) called.requestContext = requestContext ? merged(requestContext, context) : context
  return called
}

function contextIn({
  context,
  experimental_context,
}: AiExecutionOptions): Record<string, unknown> | undefined {
  const given = context ?? experimental_context
  if (given === null || typeof given !== 'object') return undefined
  const prototype: unknown = Object.getPrototypeOf(given)
  return prototype === Object.prototype || prototype === null ? (given as Record<string, unknown>) : undefined
}

function merged(scope: RequestContextInit, context: Record<string, unknown>): RequestContextInit {
  return new Map([...RequestContext.from(scope).entries(), ...Object.entries(context)])
}

/** Tells which version of the AI SDK speaks. */
export function versionOf(options: AiExecutionOptions): 6 | 7 {
  return 'experimental_context' in options ? 6 : 7
}

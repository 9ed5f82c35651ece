import { randomUUID } from 'node:crypto'
import { type Context, isSpanContextValid, trace } from '@opentelemetry/api'
import { type CallScope, withScope } from '../observe/call-scope.js'
import { startCallSpan } from '../observe/call-span.js'
import { activeContext, runInContext } from '../observe/context.js'
import { addTo, type Instruments } from '../observe/metrics.js'
import { OTHER } from '../observe/names.js'
import { declaredValuesIn } from './declarations.js'
import { createInterruption, type Interruption } from './interruption.js'
import type { Kernel } from './kernel.js'
import { RequestContext } from './request-context.js'
import type { Settlement } from './settlement.js'
import type { AnyToolDefinition, DirectCallOptions } from './tool.js'

/** Options of `runtime.call`. */
export interface CallOptions extends DirectCallOptions {
  /** Hard deadline of this call in milliseconds. */
  timeoutMs?: number
  /** Who acts, for the record. */
  actor?: string
  sessionId?: string
  /** `gen_ai.conversation.id`; never invented. */
  conversationId?: string
  /** Whom the data is about, so that it can be forgotten. */
  subject?: string
  /** The OpenTelemetry context the call's span belongs under. Default: the active one. */
  parent?: Context
  /** Further attributes of the call's span; they pass the redactor. */
  attributes?: Record<string, unknown>
}

/** A call as a door hands it to the pipeline. */
export interface CallRequest extends CallOptions {
  kernel: Kernel
  /** The tool's definition; `undefined` when no tool has the name. */
  tool: AnyToolDefinition | undefined
  /** The name that was asked for. */
  toolName: string
  input: unknown
  tenant?: string
  agentName?: string
  /** Whether the door hands on what the model gets. */
  wantsModelOutput?: boolean
  /** Whether the door can hand on what came of a tool that ran elsewhere. */
  canSettle?: boolean
}

/** One call on its way through the pipeline; each stage reads and writes it. */
export interface Call {
  readonly kernel: Kernel
  readonly request: CallRequest
  readonly tool: AnyToolDefinition
  /** The tool's name in telemetry: `_OTHER` when no tool has the name. */
  readonly toolName: string
  readonly toolCallId: string
  readonly scope: CallScope
  /** Whether there is an active trace. */
  readonly live: boolean
  readonly interruption: Interruption
  readonly instruments: Instruments
  readonly startedAt: number
  /** Time spent in hooks, transforms and policies so far, which is not the call's own. */
  asideMs: number
  /** The input as the server saw it: repaired, not yet validated. */
  rawInput: unknown
  /** The validated input. */
  input: unknown
  readonly repairs: string[]
  requestContext: RequestContext
  /** Whether `execute` was started. */
  executed: boolean
  returned: unknown
  output: unknown
  outputInvalid?: boolean
  suspension?: { payload: unknown; invalid?: Settlement }
  modelOutput?: unknown
  /** The last event on its way; events of one call keep their order. */
  announcing?: Promise<void>
  ended: boolean
  durationMs: number
}

const unknownTool: AnyToolDefinition = { id: OTHER, description: '' }

/** Opens a call: its span, its interruption, its place among the active ones. */
export function openCall(request: CallRequest): Call {
  const { kernel, tool = unknownTool } = request
  const toolCallId = request.toolCallId ?? request.agent?.toolCallId ?? `call_${randomUUID()}`
  const timeoutMs = request.timeoutMs ?? tool.timeoutMs ?? kernel.timeoutMs
  const known = {
    get values() {
      return declaredValuesIn(call)
    },
  }
  const scope = openScope(request, tool, toolCallId, known)
  const instruments = kernel.signals.instruments()
  const call: Call = {
    kernel,
    request,
    tool,
    toolName: tool.id,
    toolCallId,
    scope,
    live: isSpanContextValid(scope.span.spanContext()),
    interruption: createInterruption({
      clock: kernel.clock,
      abortSignal: request.abortSignal,
      timeoutMs,
      graceMs: kernel.graceMs,
      inside: fn => inCall(call, fn),
    }),
    instruments,
    startedAt: kernel.clock.now(),
    asideMs: 0,
    rawInput: request.input,
    input: request.input,
    repairs: [],
    requestContext: RequestContext.from(request.requestContext),
    executed: false,
    returned: undefined,
    output: undefined,
    ended: false,
    durationMs: 0,
  }
  addTo(instruments.active, kernel.toolNames(tool.id), 1)
  return call
}

/** Runs a part of a call with its span active; directly where there is no trace. */
export function inCall<T>(call: Call, fn: () => T): T {
  return call.live ? runInContext(call.scope.context, fn) : fn()
}

/** Runs user code that is not the tool's work, and keeps its time out of the call's duration. */
export async function aside<T>(call: Call, fn: () => T): Promise<Awaited<T>> {
  const { clock } = call.kernel
  const startedAt = clock.now()
  try {
    return await fn()
  } finally {
    call.asideMs += clock.now() - startedAt
  }
}

function openScope(
  request: CallRequest,
  tool: AnyToolDefinition,
  toolCallId: string,
  known: CallScope['known'],
): CallScope {
  const { kernel, parent = activeContext() } = request
  const tracer = kernel.signals.tracer()
  const start = {
    toolName: tool.id,
    toolCallId,
    description: tool.description,
    agentName: request.agentName ?? kernel.agentName,
    conversationId: request.conversationId,
    tenant: request.tenant,
    attributes: request.attributes,
  }
  const span = startCallSpan(tracer, start, kernel.redactor, parent)
  const scope: CallScope = {
    toolName: tool.id,
    toolCallId,
    tracer,
    span,
    get context() {
      return context
    },
    redactor: kernel.redactor,
    logs: kernel.logs,
    known,
  }
  const context = withScope(trace.setSpan(parent, span), scope)
  return scope
}

import type { Context } from '@opentelemetry/api'
import type { TranscriptActor } from '../observe/transcript-sink.js'
import type { Continuation } from './continuation.js'
import type { EventStream } from './events.js'
import type { InputStream } from './input-stream.js'
import type { Kernel } from './kernel.js'
import type { RequestContextInit } from './request-context.js'
import type { AnyToolDefinition, DirectCallOptions } from './tool.js'
import type { Turn } from './turn.js'

/** Options of `runtime.call`. */
export interface CallOptions extends DirectCallOptions {
  /** Hard deadline of this call in milliseconds. */
  timeoutMs?: number
  /** Who acts, for the record: an id, or an actor `{ id, kind, onBehalfOf? }`. */
  actor?: string | TranscriptActor
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

/** Defaults of all calls made through a scope. What a scope lists is its own tenant's only. */
export interface ScopeDefaults {
  tenant?: string
  actor?: string | TranscriptActor
  subject?: string
  sessionId?: string
  conversationId?: string
  agentName?: string
  requestContext?: RequestContextInit
}

/** A call as a door hands it to the pipeline. */
export interface CallRequest {
  kernel: Kernel
  /** The tool's definition; `undefined` when no tool has the name. */
  tool: AnyToolDefinition | undefined
  /** The name that was asked for. */
  toolName: string
  input: unknown
  /** Where the input comes from when it streams in. */
  stream?: InputStream
  /** Holds the call back from running, where its caller says later when. */
  turn?: Turn
  /** Where the call's events go. Default: to its runtime's stream. */
  events?: EventStream
  options: CallOptions
  defaults: ScopeDefaults
  /** Whether the door hands on what the model gets, and what came of a tool that ran elsewhere. */
  hasResult: boolean
  /** What the call goes on from, where it is not the first run of its kind. */
  continuation?: Continuation
}

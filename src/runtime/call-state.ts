import { randomUUID } from 'node:crypto'
import {
  type Context,
  INVALID_SPAN_CONTEXT,
  isSpanContextValid,
  ProxyTracerProvider,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { type CallScope, withScope } from '../observe/call-scope.js'
import { startCallSpan } from '../observe/call-span.js'
import type { CapturedContent } from '../observe/capture.js'
import type { LogSinks } from '../observe/log-sinks.js'
import { addTo, type Instruments } from '../observe/metrics.js'
import { OTHER } from '../observe/names.js'
import { OpenSpans } from '../observe/open-spans.js'
import { quietly } from '../observe/quietly.js'
import type { JsonValue } from '../observe/redact/redactor.js'
import { safeId } from '../observe/safe-id.js'
import type { SinkRedactors } from '../observe/sink-redactors.js'
import type { TranscriptActor, TranscriptApproval } from '../observe/transcript-sink.js'
import type { TransformPhase } from '../observe/transform.js'
import type { CallOptions, CallRequest, ScopeDefaults } from './call-request.js'
import { declaredValuesIn } from './declarations.js'
import type { EventStream } from './events.js'
import { inCall } from './in-call.js'
import { Interruption } from './interruption.js'
import type { Kernel } from './kernel.js'
import { placeOf } from './place-of.js'
import { RequestContext } from './request-context.js'
import type { SafeCopy } from './safe-copy.js'
import type { Settlement } from './settlement.js'
import { problemWith } from './stages/check-call-options.js'
import type { AnyToolDefinition } from './tool.js'

const NO_TRACER = new ProxyTracerProvider().getTracer('')
const NO_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT)
/** Of a call that was made without any. */
export const NO_OPTIONS: CallOptions = {}
/** Stands for a tool that nobody has. */
export const unknownTool: AnyToolDefinition = { id: OTHER, description: '' }

/**
 * One call on its way through the pipeline; each stage reads and writes it. What a call may never need, such as its id,
 * its context and its signal, is made when first asked for.
 */
export class Call implements CallScope {
  readonly kernel: Kernel
  readonly request: CallRequest
  readonly options: CallOptions
  readonly defaults: ScopeDefaults
  readonly tool: AnyToolDefinition
  readonly tracer: Tracer
  readonly span: Span
  /** Whether there is an active trace. */
  readonly live: boolean
  /** Ids of the span; those of no span where it would not tell. */
  readonly ids: SpanContext
  /** What is wrong with the options of the call. */
  readonly problem: string | undefined
  readonly instruments: Instruments
  /** Whether a deadline or the caller can interrupt the call. */
  readonly interruptible: boolean
  /** Whether anyone is told how long the call took. */
  readonly measured: boolean
  readonly startedAt: number
  /** Time spent in hooks, transforms and policies so far, which is not the call's own. */
  asideMs = 0
  /** How much of that goes on at this moment, and since when. */
  asides = 0
  asideSince = 0
  /** The input as the server saw it: repaired, not yet validated. */
  rawInput: unknown
  /** As much of an input that streams in as can be read so far. */
  partialInput: unknown
  /** The validated input. */
  input: unknown
  /** Whether the input was found to fit its schema. */
  inputFits = false
  /** What is remembered of the input from before the tool could change it. */
  sensitiveInput: readonly string[] | undefined
  inputContent: CapturedContent | undefined
  /** Names of the repairs that the input needed. */
  repairs: readonly string[] = []
  /** Whether `execute` was started. */
  executed = false
  returned: unknown
  output: unknown
  outputInvalid = false
  /** What a suspended call is resumed with, validated, and what it was suspended with. */
  resumeData: unknown
  suspendPayload: unknown
  suspension: { given: unknown; payload: unknown; invalid?: Settlement } | undefined
  /** A suspension whose payload is still being validated. */
  suspending: Promise<void> | undefined
  modelOutput: unknown
  /** What the redactor left of the payload that the span took last. */
  safeCopy: SafeCopy | undefined
  /** What people were shown last, for the transcript. */
  displayed: { phase: TransformPhase; payload: JsonValue } | undefined
  /** The decision that the call runs on. */
  approval: TranscriptApproval | undefined
  /** The last event on its way; events of one call keep their order. */
  announcing: Promise<void> | undefined
  ended = false
  durationMs = 0
  readonly #parent: Context
  #interruption: Interruption | undefined
  #toolCallId: string | undefined
  #isOwnId = false
  #shownCallId: string | undefined
  #context: Context | undefined
  #requestContext: RequestContext | undefined
  #openSpans: OpenSpans | undefined

  constructor(request: CallRequest) {
    const { kernel, tool = unknownTool, input } = request
    const { signals } = kernel
    this.problem = request.options === NO_OPTIONS ? undefined : problemWith(request.options)
    const options = this.problem ? NO_OPTIONS : request.options
    this.kernel = kernel
    this.request = request
    this.options = options
    this.defaults = request.defaults
    this.tool = tool
    this.rawInput = input
    this.input = input
    this.instruments = signals.instruments()
    if (signals.tracing()) {
      this.tracer = signals.tracer()
      const { parent, links } = placeOf(request, options.parent)
      this.#parent = parent
      this.span = startCallSpan(this.tracer, this, kernel.redactors.span, parent, links)
      this.ids = idsOf(this.span)
      this.live = isSpanContextValid(this.ids)
    } else {
      this.tracer = NO_TRACER
      this.#parent = ROOT_CONTEXT
      this.span = NO_SPAN
      this.ids = INVALID_SPAN_CONTEXT
      this.live = false
    }
    const { recording } = this.instruments
    if (recording) addTo(this.instruments.active, kernel.toolNames(tool.id), 1)
    this.interruptible =
      Boolean(options.abortSignal) || this.timeoutMs !== undefined || request.turn !== undefined
    this.measured = this.live || recording || request.hasResult || kernel.transcript !== undefined
    this.startedAt = this.measured ? kernel.clock.now() : 0
  }

  /** The caller's signal and the deadline. */
  get interruption(): Interruption {
    this.#interruption ??= new Interruption({
      clock: this.kernel.clock,
      abortSignal: this.options.abortSignal,
      timeoutMs: this.timeoutMs,
      cancellable: this.request.turn !== undefined,
      graceMs: this.kernel.graceMs,
      inside: fn => inCall(this, fn),
    })
    return this.#interruption
  }

  /** How the call ends because of an interruption, once there was one. */
  get interrupted(): Settlement | undefined {
    return this.interruptible ? this.#interruption?.settlement : undefined
  }

  /** The tool's name in telemetry: `_OTHER` when no tool has the name. */
  get toolName(): string {
    return this.tool.id
  }

  get toolCallId(): string {
    const { options } = this
    const given = () => options.toolCallId ?? options.agent?.toolCallId
    this.#toolCallId ??= quietly(given) ?? this.#ownId()
    return this.#toolCallId
  }

  /** The id as it may be told: one that a model made up may hold anything. */
  get shownCallId(): string {
    const { toolCallId } = this
    if (this.#isOwnId) return toolCallId
    this.#shownCallId ??= safeId(toolCallId, this.kernel.redactors.span, this.known)
    return this.#shownCallId
  }

  get timeoutMs(): number | undefined {
    return this.options.timeoutMs ?? this.tool.timeoutMs ?? this.kernel.timeoutMs
  }

  get description(): string {
    return this.tool.description
  }

  get agentName(): string | undefined {
    return this.defaults.agentName ?? this.kernel.agentName
  }

  /** Which attempt of a background task the call is, counting from 1. */
  get attempt(): number | undefined {
    return this.request.continuation?.attempt
  }

  /** The background task that the call is an attempt of, or hands data to. */
  get taskId(): string | undefined {
    const stored = this.request.continuation?.stored
    return stored?.kind === 'task' ? stored.id : stored?.taskId
  }

  get conversationId(): string | undefined {
    return this.options.conversationId ?? this.defaults.conversationId
  }

  get actor(): string | TranscriptActor | undefined {
    return this.options.actor ?? this.defaults.actor
  }

  get subject(): string | undefined {
    return this.options.subject ?? this.defaults.subject
  }

  get sessionId(): string | undefined {
    return this.options.sessionId ?? this.defaults.sessionId
  }

  /** The span that the call's own is under. */
  get parentSpanId(): string | undefined {
    return quietly(() => trace.getSpanContext(this.#parent)?.spanId)
  }

  get tenant(): string | undefined {
    return this.defaults.tenant
  }

  get attributes(): Record<string, unknown> | undefined {
    return this.options.attributes
  }

  /** Where the call's events go. */
  get events(): EventStream {
    return this.request.events ?? this.kernel.events
  }

  get context(): Context {
    this.#context ??= withScope(trace.setSpan(this.#parent, this.span), this)
    return this.#context
  }

  /** The context that the call's span belongs under. */
  get parent(): Context {
    return this.#parent
  }

  get requestContext(): RequestContext {
    this.#requestContext ??= RequestContext.from(this.options.requestContext ?? this.defaults.requestContext)
    return this.#requestContext
  }

  set requestContext(validated: RequestContext) {
    this.#requestContext = validated
  }

  #ownId(): string {
    this.#isOwnId = true
    return `call_${randomUUID()}`
  }

  get openSpans(): OpenSpans {
    this.#openSpans ??= new OpenSpans()
    return this.#openSpans
  }

  get capture(): CallScope['capture'] {
    return this.tool.capture
  }

  get redactors(): SinkRedactors {
    return this.kernel.redactors
  }

  get logs(): LogSinks {
    return this.kernel.logs
  }

  get known(): CallScope['known'] {
    const values = declaredValuesIn(this)
    const before = this.sensitiveInput
    return { values: before && values ? [...new Set([...before, ...values])] : values }
  }

  get call(): object {
    return this
  }

  /** The call as observe sees it. */
  get scope(): CallScope {
    return this
  }
}

/** A span of others may refuse to tell its ids. */
function idsOf(span: Span): SpanContext {
  return quietly(() => span.spanContext()) ?? INVALID_SPAN_CONTEXT
}

import type { LimitFunction } from 'p-limit'
import type { Capture } from '../observe/capture.js'
import { captureFromEnvironment } from '../observe/capture.js'
import { limitNames } from '../observe/cardinality.js'
import { type Clock, systemClock } from '../observe/clock.js'
import { guardRedactor } from '../observe/guard-redactor.js'
import { createLogSinks, type LogSinkOptions, type LogSinks } from '../observe/log-sinks.js'
import { isLevelEnabled, type ToolLogger } from '../observe/logger.js'
import { quietly } from '../observe/quietly.js'
import { createRedactor } from '../observe/redact/create-redactor.js'
import type { Redactor } from '../observe/redact/redactor.js'
import { redactionCounter } from '../observe/redaction-counter.js'
import { createSignals, type Providers, type Signals } from '../observe/signals.js'
import { redactorsOf, type SinkRedactors } from '../observe/sink-redactors.js'
import type { TranscriptSink } from '../observe/transcript-sink.js'
import type { TransformPolicy } from '../observe/transform.js'
import type { CallStore } from './call-store.js'
import { createEventStream, type EventStream } from './events.js'
import { InFlight } from './in-flight.js'
import { memoryStore } from './memory-store.js'
import type { Plan } from './plan.js'
import type { BackgroundOptions } from './tasks/background-options.js'
import type { TaskDoor } from './tasks/task-door.js'
import type { AnyToolDefinition, ApprovalPolicy } from './tool.js'
import type { CanDecide } from './waiting/pending-call.js'

/** What a runtime is made of beside its tools. Every default stands here. */
export interface KernelOptions extends Providers {
  /** The record that is kept of every call. Default none. */
  transcript?: TranscriptSink
  /** Default: `createRedactor()`. */
  redactor?: Redactor
  /** Runs after each tool's own transform. */
  transform?: TransformPolicy
  /** Content in spans. Default: what `OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT` says, else `'none'`. */
  capture?: Capture
  /** A pino logger or anything of its shape. Default: warnings and errors as pino lines on standard error. */
  logger?: ToolLogger
  /** Which sinks log records go to. Default: all. */
  logs?: LogSinkOptions
  /** Asks a person before any tool runs; a tool's own policy adds to it. Default `false`. */
  requireApproval?: ApprovalPolicy
  /** Hard deadline of each call in milliseconds, unless its tool or the call sets one. Default none. */
  timeoutMs?: number
  /** How many executions may run at once, over all tools. Default: no limit. */
  concurrency?: number
  /** Where calls wait for a person, and background tasks live. Default: in memory. */
  tickets?: CallStore
  /** How background tasks run. */
  background?: BackgroundOptions
  /** How long a ticket can be used, in milliseconds. Default 7 days. */
  ticketTtlMs?: number
  /** Tells whether someone may decide on a call that waits; one that throws or overruns says no. Default: everyone may. */
  canDecide?: CanDecide
  /**
   * The trace of a call that goes on after waiting: the one it began in (`same`), one of its own with a link to it
   * (`new`), or the same within 30 minutes and a new one after that (`auto`, the default).
   */
  resumeTrace?: 'auto' | 'same' | 'new'
  /** `gen_ai.agent.name` of spans and metrics. */
  agentName?: string
  /** Longest wait for one hook, and for the transcript to take one record, in milliseconds. Default 5 000. */
  hookTimeoutMs?: number
  /** Longest wait for one transform in milliseconds. Default 1 000. */
  transformTimeoutMs?: number
  /** How long a cancelled tool may wind down before its caller gets `cancelled`. Default 1 000. */
  graceMs?: number
  /** What an output that does not fit its schema does: end the call `output_invalid`, or pass with a mark. Default `'fail'`. */
  invalidOutput?: 'fail' | 'warn'
  /** Which metrics are recorded. Default `'core'`. */
  metrics?: 'core' | 'all'
  /** Where time comes from. Default: the real clock. */
  clock?: Clock
}

/** What every call of a runtime shares. */
export interface Kernel {
  readonly signals: Signals
  readonly logs: LogSinks
  readonly redactor: Redactor
  /** The same by sink, which is what everything that leaves a call goes through. */
  readonly redactors: SinkRedactors
  readonly clock: Clock
  readonly events: EventStream
  readonly tickets: CallStore
  /** Whether the store was given, so that others may use it too. */
  readonly sharesTickets: boolean
  /** Background tasks; a tool on its own has none. */
  tasks?: TaskDoor
  readonly inFlight: InFlight
  readonly ticketTtlMs: number
  readonly canDecide?: CanDecide
  readonly resumeTrace: 'auto' | 'same' | 'new'
  /** Definitions by tool id, by which a call that waited finds its tool again. */
  readonly tools: Map<string, AnyToolDefinition>
  readonly transcript?: TranscriptSink
  readonly transform?: TransformPolicy
  readonly capture: Capture
  readonly requireApproval: ApprovalPolicy
  readonly timeoutMs?: number
  readonly concurrency?: number
  readonly agentName?: string
  readonly hookTimeoutMs: number
  readonly transformTimeoutMs: number
  readonly graceMs: number
  readonly invalidOutput: 'fail' | 'warn'
  readonly metrics: 'core' | 'all'
  /** Tool names, error types and agent names as metrics may carry them. */
  readonly toolNames: (name: string) => string
  readonly errorTypes: (name: string) => string
  readonly agentNames: (name: string) => string
  /** Limiters of executions, by tool id; `''` is the runtime's own. */
  readonly limiters: Map<string, LimitFunction>
  /** What cancels each open call that still waits for its input; called when the runtime is closed. */
  readonly unfinished: Set<() => void>
  /** The stages that each tool needs here. */
  readonly plans: WeakMap<AnyToolDefinition, Plan>
  /** The plan that was asked for last, at hand. */
  lastPlan?: Plan
  /** Whether calls that ended well are logged too. */
  logsEveryCall(): boolean
}

const MOST_TOOL_NAMES = 200
const MOST_ERROR_TYPES = 50
const MOST_AGENT_NAMES = 200

/** Makes the shared part of a runtime. Opens nothing and touches no global. */
export function createKernel(options: KernelOptions = {}): Kernel {
  const signals = createSignals(options)
  const { logger } = options
  const redactor = options.redactor ? guardRedactor(options.redactor) : createRedactor()
  // The name of an error may be any text, so a metric takes it only where nothing in it is a secret.
  const isHarmless = (name: string) => quietly(() => redactor.redactText(name)) === name
  return {
    signals,
    logs: createLogSinks(signals, logger, options.logs),
    redactor,
    redactors: redactorsOf(redactor, options.metrics === 'all' ? redactionCounter(signals) : undefined),
    clock: options.clock ?? systemClock,
    events: createEventStream(),
    tickets: options.tickets ?? memoryStore(),
    sharesTickets: options.tickets !== undefined,
    inFlight: new InFlight(),
    ticketTtlMs: options.ticketTtlMs ?? 7 * 24 * 3_600_000,
    canDecide: options.canDecide,
    resumeTrace: options.resumeTrace ?? 'auto',
    tools: new Map(),
    transcript: options.transcript,
    transform: options.transform,
    capture: options.capture ?? captureFromEnvironment(),
    requireApproval: options.requireApproval ?? false,
    timeoutMs: options.timeoutMs,
    concurrency: options.concurrency,
    agentName: options.agentName,
    hookTimeoutMs: options.hookTimeoutMs ?? 5_000,
    transformTimeoutMs: options.transformTimeoutMs ?? 1_000,
    graceMs: options.graceMs ?? 1_000,
    invalidOutput: options.invalidOutput ?? 'fail',
    metrics: options.metrics ?? 'core',
    toolNames: limitNames(MOST_TOOL_NAMES),
    errorTypes: limitNames(MOST_ERROR_TYPES, isHarmless),
    agentNames: limitNames(MOST_AGENT_NAMES, isHarmless),
    limiters: new Map(),
    unfinished: new Set(),
    plans: new WeakMap(),
    logsEveryCall: () => logger !== undefined && quietly(() => isLevelEnabled(logger, 'debug')) === true,
  }
}

let shared: Kernel | undefined

/** The kernel of tools that run without a runtime: global OpenTelemetry API, default redactor, every default. */
export function directKernel(): Kernel {
  shared ??= createKernel()
  return shared
}

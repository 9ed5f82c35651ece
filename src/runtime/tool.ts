import type { Capture } from '../observe/capture.js'
import type { ToolTransform } from '../observe/transform.js'
import type { DeepPartial } from './deep-partial.js'
import type { RequestContextInit } from './request-context.js'
import type { SchemaInput, SchemaOutput, ToolSchema } from './schema.js'
import type { BackgroundTask } from './tasks/background-task.js'
import type { Suspension, ToolExecutionContext } from './tool-context.js'
import type { ValidationError } from './validation-error.js'

/** What a lifecycle hook is told of the call. */
export interface ToolCallOptions {
  toolCallId: string
  /** The conversation so far, where the caller gave it. */
  messages: readonly unknown[]
  abortSignal: AbortSignal
}

/** How the attempts of a call that failed are repeated, in the foreground, inside one span. */
export interface ToolRetry {
  /** How many times `execute` may run in all, at least 1. */
  maxAttempts: number
  /** Pause before the second attempt in milliseconds. Default 0. */
  delayMs?: number
  /** How the pause grows: it stays (`fixed`, the default) or doubles with each attempt (`exponential`). */
  backoff?: 'fixed' | 'exponential'
  /** Tells whether an error is worth another attempt. Default: every error is. One that throws says no. */
  retryable?: (error: unknown) => boolean | PromiseLike<boolean>
}

/** A tool that runs in the background while the conversation goes on: its calls through a runtime end `dispatched`. */
export interface ToolBackground {
  /** Nothing runs in the background that does not say so. */
  enabled: boolean
  /** Hard deadline of one attempt in milliseconds. Default: the tool's `timeoutMs`, else the runtime's, else none. */
  timeoutMs?: number
  /** How many further attempts may follow the first one. Default 0. */
  maxRetries?: number
  /** Shortest pause after the first attempt that failed, in milliseconds. Default 1 000. */
  retryDelayMs?: number
  /** How the pause grows with each attempt that failed, at least 1. Default 2. */
  backoffMultiplier?: number
  /** Tells whether an error is worth another attempt. Default: every error is. One that throws says no. */
  retryable?: (error: unknown) => boolean | PromiseLike<boolean>
  /** The task is completed. */
  onComplete?: (task: BackgroundTask) => void | PromiseLike<void>
  /** The task failed or timed out, and no attempt will follow. */
  onFailed?: (task: BackgroundTask) => void | PromiseLike<void>
}

/** Hints for MCP clients; passed on unchanged when tools are listed. Defaults are the protocol's own. */
export interface ToolAnnotations {
  title?: string
  /** The tool changes nothing. Default false. */
  readOnlyHint?: boolean
  /** The tool may destroy something. Default true. */
  destructiveHint?: boolean
  /** A second call with the same arguments changes nothing more; also lets a timed-out attempt be retried. */
  idempotentHint?: boolean
  /** The tool reaches into an open world, such as the web. Default true. */
  openWorldHint?: boolean
}

/** What an approval policy may look at. */
export interface ApprovalContext {
  toolName: string
  toolCallId: string
  requestContext: Readonly<Record<string, unknown>>
}

/** Asks a person before a tool runs: always, or when a function says so. A function that throws counts as yes. */
export type ApprovalPolicy<TInput = unknown> =
  | boolean
  | {
      bivarianceHack(input: TInput, context: ApprovalContext): boolean | PromiseLike<boolean>
    }['bivarianceHack']

/** What `execute` may return, for an output schema that accepts `T`. */
export type ExecuteReturn<T> =
  | T
  | Suspension
  | PromiseLike<T | Suspension>
  | AsyncGenerator<unknown, T | void>

/** The output of an `execute` without an output schema: what it returns, or yields last when it returns nothing. */
export type ReturnedOutput<TReturn> =
  TReturn extends AsyncGenerator<infer TYield, infer TLast>
    ? [TLast] extends [void]
      ? TYield
      : TLast
    : Exclude<Awaited<TReturn>, Suspension>

/** The output type of a tool. */
export type ToolOutput<TOut, TReturn> = TOut extends ToolSchema ? SchemaOutput<TOut> : ReturnedOutput<TReturn>

/** What `createTool` takes. Every schema is inferred; no generic is ever written by hand. */
export interface ToolDefinition<TId extends string, TIn, TOut, TSuspend, TResume, TContext, TReturn> {
  /** The tool's name in spans, metrics and model requests. */
  id: TId
  /** What the tool does; a model decides by it when to use the tool. */
  description: string
  /** A name for people. */
  title?: string
  /** Version of the tool, for the record. */
  version?: string
  inputSchema?: TIn
  outputSchema?: TOut
  /** Shape of the payload given to `context.suspend()`. */
  suspendSchema?: TSuspend
  /** Shape of the data a suspended call is resumed with. */
  resumeSchema?: TResume
  /** Shape of the request context; checked before `execute`. */
  requestContextSchema?: TContext
  /** Asks model adapters for strict tool input, where a provider has it. */
  strict?: boolean
  /** Options passed to a model provider with the tool, by provider. */
  providerOptions?: Record<string, Record<string, unknown>>
  /** Examples of valid input, for providers that take them. */
  inputExamples?: readonly { input: Record<string, unknown> }[]
  /** The tool's work. Left out for a tool that runs elsewhere. */
  execute?: (
    input: SchemaOutput<TIn>,
    context: ToolExecutionContext<SchemaInput<TSuspend>, SchemaOutput<TResume>, SchemaOutput<TContext>>,
  ) => TReturn
  /** Shapes the output for the model; the application keeps the whole output. */
  toModelOutput?: (output: ToolOutput<TOut, TReturn>) => unknown
  /** Shapes payloads for people and for the record; the tool and the application keep the real ones. */
  transform?: ToolTransform<SchemaOutput<TIn>, ToolOutput<TOut, TReturn>>
  requireApproval?: ApprovalPolicy<SchemaOutput<TIn>>
  background?: ToolBackground
  /** Hard deadline of a call in milliseconds, from its start. Default: the runtime's, else none. */
  timeoutMs?: number
  /** Hard deadline of one attempt in milliseconds. Default none. */
  attemptTimeoutMs?: number
  retry?: ToolRetry
  /** How many executions of this tool may run at once. Default: no limit. */
  maxConcurrency?: number
  mcp?: { annotations?: ToolAnnotations; _meta?: Record<string, unknown> }
  /** Fields that hold secrets, as paths such as `card.number` or `items[*].pin`. */
  sensitive?: { input?: readonly string[]; output?: readonly string[] }
  /** How much of input and output telemetry may hold. Default: the runtime's. */
  capture?: Capture
  /** Streamed input begins. */
  onInputStart?: (options: ToolCallOptions) => void | PromiseLike<void>
  /** A piece of streamed input arrived. */
  onInputDelta?: (
    options: {
      inputTextDelta: string
      /**
       * The input as far as it can be read, not validated; `undefined` until a value begins. It grows from one call of the
       * hook to the next, so copy what you keep.
       */
      partialInput: DeepPartial<SchemaInput<TIn>> | undefined
    } & ToolCallOptions,
  ) => void | PromiseLike<void>
  /** The input is complete and valid. */
  onInputAvailable?: (options: { input: SchemaOutput<TIn> } & ToolCallOptions) => void | PromiseLike<void>
  /** The call ended `ok`. */
  onOutput?: (
    options: { output: ToolOutput<TOut, TReturn>; toolName: string } & Omit<ToolCallOptions, 'messages'>,
  ) => void | PromiseLike<void>
  /** The call ended with an error status, or was cancelled. */
  onError?: (
    options: { error: unknown; outcome: string; toolName: string } & Omit<ToolCallOptions, 'messages'>,
  ) => void | PromiseLike<void>
  /** Filled by the MCP adapter. */
  mcpMetadata?: Readonly<Record<string, unknown>>
  /** Filled by the Mastra adapter. */
  mastra?: unknown
}

/** A definition whose types are no longer known; what the pipeline works with. */
export type AnyToolDefinition = ToolDefinition<
  string,
  ToolSchema,
  ToolSchema,
  ToolSchema,
  ToolSchema,
  ToolSchema,
  unknown
>

/** Context for `tool.execute(input, context?)`: any part of what a tool is given. */
export interface DirectCallOptions {
  toolCallId?: string
  requestContext?: RequestContextInit
  abortSignal?: AbortSignal
  messages?: readonly unknown[]
  agent?: ToolExecutionContext['agent']
  workflow?: ToolExecutionContext['workflow']
  mcp?: ToolExecutionContext['mcp']
}

/**
 * A defined tool: frozen, traced on every path, ready to be given to a runtime or an agent. Its schemas are parameters and
 * no intersection, which the compiler could not compare for libraries with deep types.
 */
export interface Tool<
  TId extends string = string,
  TInput = unknown,
  TOutput = unknown,
  TIn extends ToolSchema | undefined = ToolSchema | undefined,
  TOut extends ToolSchema | undefined = ToolSchema | undefined,
> extends Readonly<Omit<AnyToolDefinition, 'id' | 'execute' | 'inputSchema' | 'outputSchema'>> {
  readonly id: TId
  readonly inputSchema: TIn
  readonly outputSchema: TOut
  /**
   * Runs the tool on its own. A validation failure is returned as a `ValidationError`; what the tool throws is thrown,
   * the same value.
   */
  execute(input: TInput, context?: DirectCallOptions): Promise<TOutput | ValidationError>
}

/** Input type of a tool. */
export type ToolInputOf<T> = T extends Tool<string, infer TInput, unknown> ? TInput : unknown

/** Output type of a tool. */
export type ToolOutputOf<T> = T extends Tool<string, infer _TInput, infer TOutput> ? TOutput : unknown

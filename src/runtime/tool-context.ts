import type { ToolObserve } from '../observe/observe.js'
import type { RequestContext } from './request-context.js'

declare const suspended: unique symbol

/** What `context.suspend()` resolves to and `execute` returns; anything else that it returns then is ignored. */
export interface Suspension {
  readonly [suspended]: true
}

/** Sends output to whoever watches the call, while it runs. */
export interface ToolWriter {
  /** Emits a `tool-output` event. */
  write(output: unknown): Promise<void>
}

/** Given when an agent makes the call. */
export interface AgentContext<TSuspend = unknown, TResume = unknown> {
  agentId: string
  toolCallId?: string
  messages?: readonly unknown[]
  threadId?: string
  resourceId?: string
  suspend?: (payload: TSuspend) => Promise<Suspension>
  resumeData?: TResume
}

/** Given when a workflow makes the call. */
export interface WorkflowContext<TSuspend = unknown, TResume = unknown> {
  runId: string
  workflowId: string
  state: unknown
  setState: (state: unknown) => void
  suspend?: (payload: TSuspend) => Promise<Suspension>
  resumeData?: TResume
}

/** Given when an MCP client makes the call. */
export interface McpContext {
  extra?: unknown
  elicitation?: unknown
  log?: (level: string, message: string, data?: unknown) => unknown
  progress?: (progress: number, total?: number, message?: string) => unknown
}

/** The second argument of `execute`. Always complete; each part is made when first touched. */
export interface ToolExecutionContext<TSuspend = unknown, TResume = unknown, TContext = unknown> {
  readonly toolCallId: string
  /** The same for every attempt and resume of one call. */
  readonly idempotencyKey: string
  readonly requestContext: RequestContext<
    TContext extends Record<string, unknown> ? TContext : Record<string, unknown>
  >
  /** Aborted when the caller cancels or a deadline passes. */
  readonly abortSignal: AbortSignal
  /** Child spans and logs; does nothing without an active trace. */
  readonly observe: ToolObserve
  /** Counts from 1. */
  readonly attempt: number
  /** Marks the call suspended with a payload for the client; `execute` returns what this resolves to. */
  readonly suspend: (payload: TSuspend) => Promise<Suspension>
  /** The validated data a suspended call is resumed with. */
  readonly resumeData?: TResume
  /** What the call was suspended with. */
  readonly suspendPayload?: TSuspend
  readonly writer: ToolWriter
  readonly agent?: AgentContext<TSuspend, TResume>
  readonly workflow?: WorkflowContext<TSuspend, TResume>
  readonly mcp?: McpContext
}

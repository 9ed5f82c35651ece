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

/** What a person answered who was asked through an MCP client. */
export interface ElicitationAnswer {
  action: 'accept' | 'decline' | 'cancel'
  content?: Record<string, unknown>
}

/** Given when an MCP client makes the call. */
export interface McpContext {
  /** The request as its SDK gives it: `signal`, `requestId`, `sessionId`, `authInfo`, `_meta`, … */
  extra?: unknown
  elicitation?: {
    /**
     * Asks the person at the client.
     *
     * @throws Error when the client cannot be asked.
     */
    sendRequest(request: {
      message: string
      requestedSchema: Readonly<Record<string, unknown>>
    }): Promise<ElicitationAnswer>
  }
  /** Sends a log message to the client. */
  log?: (level: string, message: string, data?: unknown) => unknown
  /** Tells the client how far the call is, where it asked to be told; `progress` must grow. */
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

import type { CallScope } from '../observe/call-scope.js'
import { createObserve, noopObserve, type ToolObserve } from '../observe/observe.js'
import { announce } from './announce.js'
import type { Call } from './call-state.js'
import { suspend } from './suspend.js'
import type { ToolExecutionContext, ToolWriter } from './tool-context.js'

/** One run of `execute`. */
export interface Attempt {
  attempt: number
  scope: CallScope
  /** The attempt's own signal, where it has a deadline of its own. */
  signal?: AbortSignal
}

/** Returns the second argument of `execute`. Complete, and nothing of it is made before it is touched. */
export function createContext(call: Call, attempt: Attempt): ToolExecutionContext {
  return new CallContext(call, attempt)
}

class CallContext implements ToolExecutionContext {
  readonly #call: Call
  readonly #attempt: Attempt
  #observe: ToolObserve | undefined
  #writer: ToolWriter | undefined

  constructor(call: Call, attempt: Attempt) {
    this.#call = call
    this.#attempt = attempt
  }

  get toolCallId() {
    return this.#call.toolCallId
  }

  get idempotencyKey() {
    return this.#call.toolCallId
  }

  get requestContext() {
    return this.#call.requestContext
  }

  get abortSignal() {
    return this.#attempt.signal ?? this.#call.interruption.signal
  }

  get attempt() {
    return this.#attempt.attempt
  }

  get observe() {
    this.#observe ??= this.#call.live ? createObserve(this.#attempt.scope) : noopObserve
    return this.#observe
  }

  get resumeData() {
    return this.#call.resumeData
  }

  get suspendPayload() {
    return this.#call.suspendPayload
  }

  get writer() {
    const call = this.#call
    const { signal } = this.#attempt
    this.#writer ??= {
      async write(output) {
        if (!signal?.aborted) announce(call, 'tool-output', 'progress', output)
      },
    }
    return this.#writer
  }

  get suspend() {
    return (payload: unknown) => suspend(this.#call, payload, this.#attempt.signal)
  }

  get agent() {
    const { agent, messages } = this.#call.options
    return agent && { messages, toolCallId: this.toolCallId, ...agent, ...this.#resumable() }
  }

  get workflow() {
    const { workflow } = this.#call.options
    return workflow && { ...workflow, ...this.#resumable() }
  }

  get mcp() {
    return this.#call.options.mcp
  }

  #resumable() {
    const { suspend, resumeData } = this
    return resumeData === undefined ? { suspend } : { suspend, resumeData }
  }
}

import { AsyncResource } from 'node:async_hooks'
import type { Call } from '../call-state.js'
import type { GoOnOptions } from '../waiting/go-on.js'

/**
 * What a task has of the call that made it, for as long as it stays in the process: the parts that no store can hold, and
 * the asynchronous context of its caller. A task that another process takes over does without.
 */
export interface LiveCall {
  options: GoOnOptions
  /** Runs a function in the asynchronous context of the call, whoever gave the task its turn. */
  run<T>(fn: () => T): T
}

/** Keeps what a task has of the call that made it. */
export function liveCallOf({ options, defaults }: Call): LiveCall {
  const { messages, agent, workflow, attributes } = options
  const requestContext = options.requestContext ?? defaults.requestContext
  return { ...detachedCall(), options: { messages, agent, workflow, attributes, requestContext } }
}

/** What a task runs with whose call was made elsewhere: the asynchronous context of here and now. */
export function detachedCall(): LiveCall {
  const origin = new AsyncResource('ToolspanTask')
  return { options: {}, run: fn => origin.runInAsyncScope(fn) }
}

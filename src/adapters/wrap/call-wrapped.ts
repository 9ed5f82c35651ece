import { AsyncLocalStorage } from 'node:async_hooks'
import type { Binding } from '../../runtime/binding.js'
import { runCall } from '../../runtime/call.js'
import type { CallOptions } from '../../runtime/call-request.js'
import { Call } from '../../runtime/call-state.js'
import { errorOf } from '../../runtime/error-of.js'
import type { Settlement } from '../../runtime/settlement.js'
import type { AnyToolDefinition } from '../../runtime/tool.js'
import { isAsyncIterable, Relay } from './relay.js'

/** One call of a wrapped tool. */
export interface WrappedCall {
  binding: Binding
  tool: AnyToolDefinition
  input: unknown
  options: CallOptions
  /** Whether the tool is known to stream. */
  streams: boolean
  /** The tool's own work, with what the caller gave it. */
  work: (signal: AbortSignal) => unknown
}

/**
 * Runs the work of a wrapped tool as a call of the pipeline, and answers what the tool answers: a promise of its value,
 * or a stream where it streams. What it throws is thrown, the same value.
 */
export function callWrapped({ binding, tool, input, options, streams, work }: WrappedCall): unknown {
  const { kernel, defaults } = binding
  const relay = new Relay()
  const answer = works.run({ work, relay }, () => {
    const call = new Call({ kernel, tool, toolName: tool.id, input, options, defaults, hasResult: false })
    return runCall(call, outputOrThrow)
  })
  // A stream is known by its function, or by what it has answered at once.
  return streams || relay.isCarrying ? relay.values(answer) : answer
}

interface Work {
  work: WrappedCall['work']
  relay: Relay
}

// What is worked out once for a definition is kept by it, so that the work of each call comes another way.
const works = new AsyncLocalStorage<Work>()

/** The `execute` of every wrapped tool: does the work of the call that it runs in. */
export function doWork(_input: unknown, { abortSignal }: { abortSignal: AbortSignal }): unknown {
  const current = works.getStore()
  const returned = current?.work(abortSignal)
  return current && isAsyncIterable(returned) ? current.relay.carry(returned) : returned
}

function outputOrThrow(settlement: Settlement, call: Call): unknown {
  // An error that an MCP server answered is still its answer.
  if (settlement.outcome === 'ok' || settlement.errorType === 'tool_error') return settlement.output
  throw errorOf(settlement, call)
}

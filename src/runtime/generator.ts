import type { CallScope } from '../observe/call-scope.js'
import { runInContext } from '../observe/context.js'
import { announce } from './announce.js'
import type { Call } from './call-state.js'

// What every async generator function's prototype inherits from.
const ASYNC_GENERATOR: object = Object.getPrototypeOf(async function* () {}).prototype

/** Tells whether a tool was written as an async generator. A stream that it returns is an output like any other. */
export function isAsyncGenerator(returned: unknown): returned is AsyncGenerator<unknown, unknown> {
  try {
    return Object.prototype.isPrototypeOf.call(ASYNC_GENERATOR, returned as object)
  } catch {
    // An output that refuses to be looked at is still an output.
    return false
  }
}

/**
 * Runs a generator to its end, each yield a `tool-output` event; answers its return value, or its last yield when it
 * returns nothing.
 *
 * Every step runs in the call's context: a generator resumes in the context of whoever asks for the next value, so that
 * spans made after the first `yield` would be lost otherwise.
 */
export async function drainGenerator(
  call: Call,
  scope: CallScope,
  generator: AsyncGenerator<unknown, unknown>,
  signal: AbortSignal,
): Promise<unknown> {
  const inScope = <T>(fn: () => T): T => (call.live ? runInContext(scope.context, fn) : fn())
  let last: unknown
  for (;;) {
    const step = await inScope(() => generator.next())
    if (step.done) return step.value === undefined ? last : step.value
    last = step.value
    if (signal.aborted) await inScope(() => generator.return(undefined))
    else announce(call, 'tool-output', 'progress', step.value)
  }
}

import { setImmediate } from 'node:timers/promises'
import type { CallScope } from '../observe/call-scope.js'
import { systemClock } from '../observe/clock.js'
import { runInContext } from '../observe/context.js'
import { announce } from './announce.js'
import type { Call } from './call-state.js'

// What every async generator function's prototype inherits from.
const ASYNC_GENERATOR: object = Object.getPrototypeOf(async function* () {}).prototype

/** Tells whether a tool was written as an async generator. A stream that it returns is an output like any other. */
export function isAsyncGenerator(returned: unknown): returned is AsyncGenerator<unknown, unknown> {
  try {
    // What an asynchronous function returns needs no second look.
    if (returned instanceof Promise) return false
    return Object.prototype.isPrototypeOf.call(ASYNC_GENERATOR, returned as object)
  } catch {
    // An output that refuses to be looked at is still an output.
    return false
  }
}

/** How long a generator may keep the process to itself, in milliseconds: past that, timers and signals get their turn. */
const LONGEST_TURN_MS = 10

/**
 * Runs a generator to its end, each yield a `tool-output` event; answers its return value, or its last yield when it
 * returns nothing. Once the signal is aborted it is asked to return, once, and not listened to any longer.
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
  let turnSince = systemClock.now()
  let last: unknown
  for (;;) {
    const step = await inScope(() => generator.next())
    if (step.done) return step.value === undefined ? last : step.value
    last = step.value
    // One that yields without ever waiting would keep deadline and abort from being heard.
    if (systemClock.now() - turnSince > LONGEST_TURN_MS) {
      await setImmediate()
      turnSince = systemClock.now()
    }
    if (signal.aborted) {
      await inScope(() => generator.return(undefined))
      return last
    }
    announce(call, 'tool-output', 'progress', last)
  }
}

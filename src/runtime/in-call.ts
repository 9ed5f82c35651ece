import { runInContext } from '../observe/context.js'
import type { Call } from './call-state.js'

/** Runs a part of a call with its span active; directly where there is no trace. */
export function inCall<T>(call: Call, fn: () => T): T {
  return call.live ? runInContext(call.scope.context, fn) : fn()
}

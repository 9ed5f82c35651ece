import { describeBriefly } from '../observe/exception.js'
import type { Call } from './call-state.js'
import { Ended, type Settlement } from './settlement.js'

/** Returns how a call ended from what its stages threw: a settlement, or whatever the tool threw. */
export function settlementOf(call: Call, thrown: unknown): Settlement {
  if (Ended.is(thrown)) return thrown.settlement
  const { type, message } = describeBriefly(thrown, call.kernel.redactors.error, call.scope.known)
  return { outcome: 'error', thrown: { value: thrown }, errorType: type, message }
}

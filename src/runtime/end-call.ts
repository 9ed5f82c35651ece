import { writeCallEnd } from '../observe/call-span.js'
import { quietly } from '../observe/quietly.js'
import { asideSoFar } from './aside.js'
import { isLogged, logCall } from './call-log.js'
import { recordCall } from './call-metrics.js'
import type { Call } from './call-state.js'
import { settlesLater } from './elsewhere.js'
import { contentOf, endAttributes } from './end-attributes.js'
import { meaningOf } from './outcome.js'
import type { Settlement } from './settlement.js'

/** Ends a call: measures it once, and writes the same outcome to its span, its metrics and its log record. */
export function endCall(call: Call, settlement: Settlement): void {
  call.ended = true
  if (call.measured) {
    call.durationMs = Math.max(0, call.kernel.clock.now() - call.startedAt - asideSoFar(call))
  }
  const error = settlement.outcome === 'ok' ? undefined : meaningOf(settlement.outcome).error
  const errorType = error && (settlement.errorType ?? error)
  if (call.live) endSpan(call, settlement, errorType)
  if (call.instruments.recording) recordEnd(call, settlement, errorType)
  if (isLogged(call, settlement)) logEnd(call, settlement, errorType)
}

function recordEnd(call: Call, { outcome }: Settlement, errorType: string | undefined): void {
  quietly(() => recordCall(call, outcome, errorType))
}

function logEnd(call: Call, settlement: Settlement, errorType: string | undefined): void {
  quietly(() => logCall(call, settlement, errorType))
}

function endSpan(call: Call, settlement: Settlement, errorType: string | undefined): void {
  const { outcome, message, thrown } = settlement
  const withText = contentOf(call) !== 'none'
  const end = {
    outcome,
    errorType,
    message: (withText ? message : undefined) ?? errorType,
    thrown: outcome === 'error' && withText ? thrown : undefined,
    attributes: quietly(() => endAttributes(call, settlement)),
  }
  if (call.interrupted) call.openSpans.endAll(end)
  writeCallEnd(call.span, end, call)
  if (!settlesLater(call, settlement)) quietly(() => call.span.end())
}

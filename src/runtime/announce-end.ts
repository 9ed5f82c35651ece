import { announce } from './announce.js'
import type { Call } from './call-state.js'
import { errorOf } from './error-of.js'
import type { Settlement } from './settlement.js'

/** Tells watchers how a call ended. */
export function announceEnd(call: Call, settlement: Settlement, more: Record<string, unknown> = {}): void {
  const { outcome, output, ticket, suspendPayload, reason } = settlement
  if (outcome === 'ok') announce(call, 'tool-result', 'output', output, more)
  else if (outcome === 'awaiting_approval')
    announce(call, 'tool-call-approval', 'approval', call.input, { ...more, ticket })
  else if (outcome === 'suspended')
    announce(call, 'tool-call-suspended', 'suspend', suspendPayload, { ...more, ticket })
  else if (outcome === 'denied') {
    const approval = { approved: false, reason }
    announce(call, 'tool-output-denied', 'input', call.input, { ...more, approval })
  } else if (outcome !== 'dispatched')
    announce(call, 'tool-error', 'error', errorOf(settlement, call), { ...more, outcome })
}

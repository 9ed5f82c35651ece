import { announce } from './announce.js'
import type { Call } from './call-state.js'
import { errorOf } from './error-of.js'
import type { ToolEventType } from './events.js'
import type { Settlement } from './settlement.js'

interface EndOptions {
  /** What else the events say. */
  more?: Record<string, unknown>
  /** Another event of the same payload, right after. */
  also?: ToolEventType
}

/** Tells watchers how a call ended. */
export function announceEnd(call: Call, settlement: Settlement, { more = {}, also }: EndOptions = {}): void {
  const { outcome, output, ticket, suspendPayload, reason } = settlement
  const and = (type: ToolEventType) => (also ? [type, also] : type)
  if (outcome === 'ok') announce(call, and('tool-result'), 'output', output, more)
  else if (outcome === 'awaiting_approval')
    announce(call, 'tool-call-approval', 'approval', call.input, { ...more, ticket })
  else if (outcome === 'suspended')
    announce(call, 'tool-call-suspended', 'suspend', suspendPayload, { ...more, ticket })
  else if (outcome === 'denied') {
    const approval = { approved: false, reason }
    announce(call, 'tool-output-denied', 'input', call.input, { ...more, approval })
  } else if (outcome !== 'dispatched')
    announce(call, and('tool-error'), 'error', errorOf(settlement, call), { ...more, outcome })
}

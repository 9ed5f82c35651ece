import { digestOf } from '../../observe/digest.js'
import { safeText } from '../../observe/exception.js'
import type { Call } from '../call-state.js'
import type { Decision, StoredCall } from '../call-store.js'
import { TicketError } from '../errors.js'
import { Ended } from '../settlement.js'
import { tellDecision } from './tell-decision.js'

const LONGEST_REASON = 1_000

/**
 * Lets a call go on that was approved, with the input that was decided on and no other; ends it `denied` where it was
 * denied. What nobody has decided goes on waiting, whoever brought it here.
 */
export async function honourDecision(call: Call, stored: StoredCall, decision?: Decision): Promise<void> {
  if (!decision || stored.state === 'waiting') {
    throw new Ended({ outcome: 'awaiting_approval', ticket: stored.id })
  }
  await tellDecision(call, stored, decision)
  if (decision.decision === 'denied') throw denied(call, decision)
  if (digestOf(call.rawInput) !== decision.decided) {
    throw new TicketError('changed', 'the input that would run is not the one that was decided on')
  }
}

function denied(call: Call, { reason }: Decision): Ended {
  const { kernel, scope } = call
  const why = reason && safeText(reason, LONGEST_REASON, kernel.redactors.error, scope.known)
  return new Ended({
    outcome: 'denied',
    message: why ? `The call was denied: ${why}` : 'The call was denied',
    reason: why,
  })
}

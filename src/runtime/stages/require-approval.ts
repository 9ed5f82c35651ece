import { withLimit } from '../../observe/limit.js'
import { approvalPolicies } from '../approval-policies.js'
import { aside } from '../aside.js'
import type { Call } from '../call-state.js'
import type { Continuation } from '../continuation.js'
import { Ended } from '../settlement.js'
import type { ApprovalPolicy } from '../tool.js'
import { honourDecision } from '../waiting/honour-decision.js'
import { issueTicket } from '../waiting/issue-ticket.js'

/**
 * Ends the call `awaiting_approval` when the runtime's policy or the tool's asks for a person. The one place where that
 * is decided, on every path: a call that goes on was approved here, or carries what a person decided.
 */
export async function requireApproval(call: Call): Promise<void> {
  const { continuation } = call.request
  if (continuation) return goOnAsDecided(call, continuation)
  for (const policy of approvalPolicies(call.tool, call.kernel)) {
    if (!(await asks(call, policy))) continue
    throw new Ended({ outcome: 'awaiting_approval', ticket: await issueTicket(call, 'approval') })
  }
}

async function goOnAsDecided(call: Call, { stored, decision }: Continuation): Promise<void> {
  if (stored.kind === 'approval') await honourDecision(call, stored, decision)
}

/** A policy that throws, overruns or answers nonsense asks for approval. */
async function asks(call: Call, policy: ApprovalPolicy): Promise<boolean> {
  if (typeof policy !== 'function') return policy
  const { toolName, toolCallId, requestContext, kernel } = call
  const context = { toolName, toolCallId, requestContext: requestContext.toJSON() }
  const decided = await aside(call, () =>
    withLimit(() => policy(call.input, context), kernel.hookTimeoutMs, kernel.clock),
  )
  return !decided.ok || decided.value !== false
}

import { withLimit } from '../../observe/limit.js'
import { aside } from '../aside.js'
import type { Call } from '../call-state.js'
import type { Continuation } from '../continuation.js'
import type { Kernel } from '../kernel.js'
import { Ended } from '../settlement.js'
import type { AnyToolDefinition, ApprovalPolicy } from '../tool.js'
import { honourDecision } from '../waiting/honour-decision.js'
import { issueTicket } from '../waiting/issue-ticket.js'

/** Tells whether a policy of the runtime or of the tool may ask a person. */
export function mayRequireApproval(tool: AnyToolDefinition, kernel: Kernel): boolean {
  return policiesOf(tool, kernel).length > 0
}

/**
 * Ends the call `awaiting_approval` when the runtime's policy or the tool's asks for a person. The one place where that
 * is decided, on every path: a call that goes on was approved here, or carries what a person decided.
 */
export async function requireApproval(call: Call): Promise<void> {
  const { continuation } = call.request
  if (continuation) return goOnAsDecided(call, continuation)
  for (const policy of policiesOf(call.tool, call.kernel)) {
    if (!(await asks(call, policy))) continue
    throw new Ended({ outcome: 'awaiting_approval', ticket: await issueTicket(call, 'approval') })
  }
}

function policiesOf(tool: AnyToolDefinition, kernel: Kernel): readonly ApprovalPolicy[] {
  return [kernel.requireApproval, tool.requireApproval ?? false].filter(policy => policy !== false)
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

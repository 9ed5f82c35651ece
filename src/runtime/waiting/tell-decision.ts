import { writeApprovalSpan } from '../../observe/approval-span.js'
import { ATTR } from '../../observe/names.js'
import { quietly } from '../../observe/quietly.js'
import type { TranscriptApproval } from '../../observe/transcript-sink.js'
import type { Call } from '../call-state.js'
import type { Decision, StoredCall } from '../call-store.js'
import { keep } from '../keep.js'

/** Tells of a decision: a span over the wait for it, how long that took, and a record of who decided what. */
export async function tellDecision(call: Call, stored: StoredCall, decision: Decision): Promise<void> {
  const { kernel, instruments, toolName, shownCallId: toolCallId, tracer, parent } = call
  const { createdAt } = stored
  if (call.live) {
    const times = { askedAt: createdAt, decidedAt: decision.at }
    const decided = {
      toolName,
      toolCallId,
      decision: decision.decision,
      deciderKind: decision.by.kind,
      ...times,
    }
    writeApprovalSpan(tracer, decided, parent)
  }
  if (kernel.metrics === 'all') {
    const attributes = {
      [ATTR.toolName]: kernel.toolNames(toolName),
      [ATTR.approvalDecision]: decision.decision,
    }
    const waitedS = Math.max(0, decision.at - createdAt) / 1_000
    quietly(() => instruments.approvalWaitDuration.record(waitedS, attributes))
  }
  const approval = approvalOf(stored, decision)
  await keep(call, { type: 'approval.decision', phase: 'approval', payload: call.rawInput, approval })
  // What runs by this decision says so.
  if (decision.decision !== 'denied') call.approval = approval
}

function approvalOf(
  { inputDigest }: StoredCall,
  { decision, by, reason, presented, decided }: Decision,
): TranscriptApproval {
  return { decision, by, reason, proposed: inputDigest, presented, decided }
}

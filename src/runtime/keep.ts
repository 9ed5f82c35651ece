import { createCommit } from '../observe/commitments.js'
import { describeBriefly, safeErrorType } from '../observe/exception.js'
import { withLimit } from '../observe/limit.js'
import { ATTR } from '../observe/names.js'
import { quietly } from '../observe/quietly.js'
import type { Redaction } from '../observe/redact/redactor.js'
import type { TranscriptApproval, TranscriptRecord } from '../observe/transcript-sink.js'
import type { TransformPhase } from '../observe/transform.js'
import type { Call } from './call-state.js'
import type { Outcome } from './outcome.js'
import { policyDigest } from './policy-digest.js'
import { takeSafeCopy } from './safe-copy.js'
import { safeActor, safeIdOf } from './safe-ids.js'
import { show } from './show.js'
import { toolDigest } from './tool-digest.js'

/** What a record says that its call does not know of itself. */
export interface KeptEntry extends Pick<TranscriptRecord, 'type' | 'approval' | 'attempt' | 'taskId'> {
  phase: TransformPhase
  /** The raw payload; the record has its transcript view and a commitment to it. */
  payload: unknown
  /** What the model is given in its place. */
  model?: unknown
  outcome?: Outcome
}

/** Writes one record of a call to the transcript and answers whether it was taken in time. Never rejects. */
export async function keep(call: Call, entry: KeptEntry): Promise<boolean> {
  const { transcript, hookTimeoutMs, clock, inFlight } = call.kernel
  if (!transcript) return true
  inFlight.records += 1
  const { commit, end } = createCommit({
    raw: entry.payload,
    model: entry.model,
    display: call.displayed?.phase === entry.phase ? call.displayed.payload : undefined,
  })
  try {
    const record = await recordOf(call, entry)
    const appended = await withLimit(() => transcript.append(record, commit), hookTimeoutMs, clock)
    if (!appended.ok) throw appended.error
    count(call)
    return true
  } catch (error) {
    count(call, safeErrorType(error, call.kernel.redactor, call.scope.known))
    reportFailure(call, error)
    return false
  } finally {
    inFlight.records -= 1
    inFlight.tellIfIdle()
    end()
  }
}

async function recordOf(call: Call, entry: KeptEntry): Promise<TranscriptRecord> {
  const { type, outcome, attempt = call.attempt, taskId = call.taskId, approval } = entry
  const { view, redactions } = takeSafeCopy(call, entry.phase, entry.payload) ?? (await viewOf(call, entry))
  return {
    ...factsOf(call),
    type,
    ...(outcome && { outcome, durationMs: call.durationMs }),
    ...(attempt !== undefined && { attempt }),
    ...(taskId !== undefined && { taskId }),
    ...(approval && { approval: safeApproval(call, approval) }),
    ...(redactions.length > 0 && { redactions }),
    view,
  }
}

async function viewOf(call: Call, { phase, payload }: KeptEntry) {
  const redactions: Redaction[] = []
  const shown = await show(call, 'transcript', phase, payload, redactions)
  return { view: 'payload' in shown ? shown.payload : null, redactions }
}

function safeApproval(call: Call, approval: TranscriptApproval): TranscriptApproval {
  const { by, reason } = approval
  return {
    ...approval,
    ...(by && { by: safeActor(call, by) }),
    ...(reason !== undefined && { reason: call.redactors.transcript.redactText(reason, call.scope.known) }),
  }
}

function factsOf(call: Call) {
  const { kernel, live, request, tool, toolName, shownCallId, repairs } = call
  const ids = live ? call.ids : undefined
  const safe = (id?: string) => (id ? safeIdOf(call, id) : id)
  return {
    ts: new Date(kernel.clock.date()).toISOString(),
    traceId: ids?.traceId,
    spanId: ids?.spanId,
    parentSpanId: ids && call.parentSpanId,
    toolName,
    toolVersion: tool.version,
    ...(request.tool && { toolSchemaDigest: toolDigest(tool) }),
    toolCallId: shownCallId,
    agentName: safe(call.agentName),
    tenant: safe(call.tenant),
    actor: call.actor && safeActor(call, call.actor),
    subject: safe(call.subject),
    sessionId: safe(call.sessionId),
    conversationId: safe(call.conversationId),
    policyDigest: policyDigest(kernel, tool),
    ...(repairs.length > 0 && { repairs: [...repairs] }),
  }
}

function count({ kernel, instruments }: Call, failure?: string): void {
  if (kernel.metrics !== 'all') return
  quietly(() =>
    instruments.transcriptRecords.add(1, failure ? { [ATTR.errorType]: kernel.errorTypes(failure) } : {}),
  )
}

function reportFailure({ kernel, scope, toolName, shownCallId }: Call, error: unknown): void {
  const { type, message } = describeBriefly(error, kernel.redactors.log, scope.known)
  kernel.logs.report({
    level: 'error',
    message: `the transcript could not take a record of ${toolName}: ${message}`,
    data: { [ATTR.errorType]: type },
    toolName,
    toolCallId: shownCallId,
    context: scope.context,
    span: scope.span,
  })
}

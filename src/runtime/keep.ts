import { describeBriefly, safeErrorType } from '../observe/exception.js'
import { withLimit } from '../observe/limit.js'
import { ATTR } from '../observe/names.js'
import { quietly } from '../observe/quietly.js'
import { safeId } from '../observe/safe-id.js'
import type { TranscriptRecord } from '../observe/transcript-sink.js'
import type { TransformPhase } from '../observe/transform.js'
import type { Call } from './call-state.js'
import type { Outcome } from './outcome.js'
import { show } from './show.js'

/** Writes one record of a call to the transcript and answers whether it was taken in time. Never rejects. */
export async function keep(
  call: Call,
  type: TranscriptRecord['type'],
  phase: TransformPhase,
  payload: unknown,
  outcome?: Outcome,
): Promise<boolean> {
  const { transcript } = call.kernel
  if (!transcript) return true
  try {
    const shown = await show(call, 'transcript', phase, payload)
    const record: TranscriptRecord = {
      ...factsOf(call),
      type,
      ...(outcome && { outcome, durationMs: call.durationMs }),
      view: 'payload' in shown ? shown.payload : null,
    }
    const { hookTimeoutMs, clock } = call.kernel
    const appended = await withLimit(() => transcript.append(record), hookTimeoutMs, clock)
    if (!appended.ok) throw appended.error
    count(call)
    return true
  } catch (error) {
    count(call, safeErrorType(error, call.kernel.redactor, call.scope.known))
    reportFailure(call, error)
    return false
  }
}

function factsOf(call: Call) {
  const { kernel, live, tool, toolName, shownCallId, options, defaults, repairs } = call
  const ids = live ? call.ids : undefined
  const safe = (id?: string) => (id ? safeId(id, kernel.redactors.transcript, call.scope.known) : id)
  return {
    ts: new Date(kernel.clock.date()).toISOString(),
    traceId: ids?.traceId,
    spanId: ids?.spanId,
    toolName,
    toolVersion: tool.version,
    toolCallId: shownCallId,
    tenant: safe(call.tenant),
    actor: safe(options.actor ?? defaults.actor),
    subject: safe(options.subject ?? defaults.subject),
    sessionId: safe(options.sessionId ?? defaults.sessionId),
    conversationId: safe(call.conversationId),
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

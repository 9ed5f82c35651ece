import { safeText } from '../observe/exception.js'
import type { TransformPhase } from '../observe/transform.js'
import type { Call } from './call-state.js'
import type { ToolEvent, ToolEventType } from './events.js'
import { show } from './show.js'

const PAYLOAD_NAME = {
  input: 'args',
  inputDelta: 'argsTextDelta',
  progress: 'output',
  output: 'result',
  error: 'error',
  approval: 'args',
  suspend: 'suspendPayload',
  resume: 'resumeData',
} as const satisfies Record<TransformPhase, string>

/**
 * Sends an event of a call to whoever listens: the real payload to the application, the shown one to people. Events of
 * one call keep their order; one without a phase has no payload. Does nothing, and costs nothing, without listeners.
 */
export function announce(
  call: Call,
  type: ToolEventType,
  phase?: TransformPhase,
  payload?: unknown,
  more: Record<string, unknown> = {},
): void {
  // What a tool writes after its call has ended is heard by nobody.
  if (phase === 'progress' && call.ended) return
  const { events } = call.kernel
  const { tenant, toolCallId } = call
  if (events.hasReaders('application'))
    events.emit(eventOf(call, type, phase, payload, more, toolCallId), 'application', { tenant, toolCallId })
  if (!events.hasReaders('display')) return
  const announceNext = async () => {
    const shown = phase ? await show(call, 'display', phase, payload) : { payload: null }
    if (!('payload' in shown)) return
    if (phase && call.kernel.transcript) call.displayed = { phase, payload: shown.payload }
    const event = eventOf(call, type, phase, shown.payload, more, call.shownCallId)
    events.emit(event, 'display', { tenant, toolCallId })
  }
  // The first is shown at once, before the tool can change what it was given.
  call.announcing = call.announcing ? call.announcing.then(announceNext) : announceNext()
}

function eventOf(
  call: Call,
  type: ToolEventType,
  phase: TransformPhase | undefined,
  payload: unknown,
  more: Record<string, unknown>,
  toolCallId: string,
): ToolEvent {
  const { request, live, scope } = call
  const ids = live ? call.ids : undefined
  // A name that no tool has is a model's own text.
  const toolName = request.tool ? request.toolName : safeText(request.toolName, 100, scope.redactors.display)
  return {
    type,
    toolCallId,
    toolName,
    ...(ids && { traceId: ids.traceId, spanId: ids.spanId }),
    payload: { toolCallId, toolName, ...(phase && { [PAYLOAD_NAME[phase]]: payload }), ...more },
  }
}

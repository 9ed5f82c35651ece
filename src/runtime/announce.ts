import { safeText } from '../observe/exception.js'
import type { TransformPhase } from '../observe/transform.js'
import type { Call } from './call-state.js'
import type { EventAudience, ToolEvent, ToolEventType } from './events.js'
import { show } from './show.js'
import { isPiece, restOfDeltas } from './show-pieces.js'

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
 * one call keep their order; one without a phase has no payload, and several of one payload show it once. Does nothing,
 * and costs nothing, without listeners.
 */
export function announce(
  call: Call,
  types: ToolEventType | readonly ToolEventType[],
  phase?: TransformPhase,
  payload?: unknown,
  more: Record<string, unknown> = {},
): void {
  // What a tool writes after its call has ended is heard by nobody.
  if (phase === 'progress' && call.ended) return
  const { events, tenant, toolCallId } = call
  const emit = (told: unknown, audience: EventAudience, shownAs: string) => {
    for (const type of [types].flat())
      events.emit(eventOf(call, type, phase, told, more, shownAs), audience, { tenant, toolCallId })
  }
  if (events.hasReaders('application')) emit(payload, 'application', toolCallId)
  if (!events.hasReaders('display')) return
  const showIt = async () => (phase ? show(call, 'display', phase, payload) : { payload: null })
  // A whole payload is shown at once, before the tool can change it; a piece is told from those before it.
  const showing = isPiece(phase) ? undefined : showIt()
  const announceNext = async () => {
    const shown = await (showing ?? showIt())
    if (!('payload' in shown)) return
    if (phase) call.displayed = { phase, payload: shown.payload }
    emit(shown.payload, 'display', call.shownCallId)
  }
  call.announcing = call.announcing ? call.announcing.then(announceNext) : announceNext()
}

/**
 * Shows people what was held back of streamed input, once all of it is there and known to be JSON. The application has
 * had every piece.
 */
export function announceRest(call: Call): void {
  const { events, tenant, toolCallId } = call
  if (!events.hasReaders('display')) return
  call.announcing = call.announcing?.then(() => {
    const rest = restOfDeltas(call, 'display')
    if (rest === '') return
    const event = eventOf(call, 'tool-call-delta', 'inputDelta', rest, {}, call.shownCallId)
    events.emit(event, 'display', { tenant, toolCallId })
  })
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

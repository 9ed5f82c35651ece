import { describeBriefly, safeErrorType } from '../observe/exception.js'
import { ATTR } from '../observe/names.js'
import { quietly } from '../observe/quietly.js'
import type { JsonValue, Redaction } from '../observe/redact/redactor.js'
import {
  hasTransform,
  type TransformContext,
  type Transformed,
  type TransformObserver,
  type TransformPhase,
  type TransformTarget,
  transformPayload,
  unavailable,
} from '../observe/transform.js'
import type { Call } from './call-state.js'
import { type DeclaredPayload, redactedBy } from './declarations.js'
import { ToolCallError } from './errors.js'
import { meaningOf } from './outcome.js'
import { hasStopped, isPiece, showDelta, showProgress, stopPieces } from './show-pieces.js'

/** A payload as it may be shown; `suppress` says that nothing may be. */
export type Shown = { payload: JsonValue } | { suppress: true }

/**
 * Returns a payload for a person or for the record: through the tool's transform, the runtime's, and last the redactor.
 * Fails closed. `redactions` is filled with what the redactor takes out.
 */
export async function show(
  call: Call,
  target: TransformTarget,
  phase: TransformPhase,
  payload: unknown,
  redactions?: Redaction[],
): Promise<Shown> {
  const transforms = [call.tool.transform, call.kernel.transform]
  const redacted = (shown: Transformed) => redactShown(call, target, phase, shown, redactions)
  if (target === 'transcript' && call.tool.capture === 'none') return redacted(unavailable(phase))
  if (hasTransform(transforms, target)) {
    const context = contextOf(call, target, phase, payload)
    if (isPiece(phase) && hasStopped(call, target)) return { suppress: true }
    const shown = await transformPayload(transforms, context, settingsOf(call))
    if (phase === 'inputDelta' && 'suppress' in shown) stopPieces(call, target)
    if (phase === 'inputDelta' && 'payload' in shown) return showDelta(call, target, shown.payload, payload)
    if (phase === 'progress' && 'payload' in shown) return showProgress(call, target, shown.payload)
    return redacted(shown)
  }
  if (phase === 'inputDelta') return { suppress: true }
  if (phase === 'progress') return showProgress(call, target, payload)
  const shown =
    phase === 'error' ? { payload: errorPayload(call, target, payload), stated: true as const } : { payload }
  return redacted(shown)
}

function redactShown(
  call: Call,
  target: TransformTarget,
  phase: TransformPhase,
  shown: Transformed,
  redactions: Redaction[] | undefined,
): Shown {
  if ('suppress' in shown) return shown
  const redactor = call.kernel.redactors[target]
  const { values } = call.scope.known
  if ('stated' in shown)
    return { payload: redactor.redact(shown.payload, { values, strict: false, redactions }) }
  const declared = DECLARED_IN[phase]
  const declaration = declared && redactedBy(call, declared)
  return { payload: redactor.redact(shown.payload, { ...declaration, values, redactions }) }
}

/** Which schema says what is in a payload; progress and deltas have none. */
const DECLARED_IN: Partial<Record<TransformPhase, DeclaredPayload>> = {
  input: 'input',
  approval: 'input',
  output: 'output',
  suspend: 'suspend',
  resume: 'resume',
}

function errorPayload({ kernel, scope }: Call, target: TransformTarget, error: unknown): unknown {
  const { type, message } = describeBriefly(error, kernel.redactors[target], scope.known)
  return { type: typeOfOurs(error) ?? type, message }
}

/** An error of ours says how the call ended; a proxy may refuse to be asked what it is. */
function typeOfOurs(error: unknown): string | undefined {
  return quietly(() =>
    error instanceof ToolCallError ? (meaningOf(error.outcome).error ?? error.outcome) : undefined,
  )
}

function contextOf(
  call: Call,
  target: TransformTarget,
  phase: TransformPhase,
  payload: unknown,
): TransformContext {
  const { toolName, toolCallId, input } = call
  const base = { target, phase, toolName, toolCallId }
  switch (phase) {
    case 'input':
    case 'approval':
      return { ...base, input: payload }
    case 'inputDelta':
      return { ...base, inputTextDelta: String(payload) }
    case 'progress':
      return { ...base, input, progress: payload }
    case 'output':
      return { ...base, input, output: payload }
    case 'error':
      return { ...base, input, error: payload }
    case 'suspend':
      return { ...base, input, suspendPayload: payload }
    case 'resume':
      return { ...base, input, resumeData: payload }
  }
}

function settingsOf(call: Call) {
  const { kernel, instruments, toolName } = call
  const { clock, transformTimeoutMs } = kernel
  const observed: TransformObserver = run => {
    if (run.errorType === 'timeout' && isPiece(run.phase)) stopPieces(call, run.target)
    const attributes = {
      [ATTR.toolName]: kernel.toolNames(toolName),
      [ATTR.transformTarget]: run.target,
      [ATTR.transformPhase]: run.phase,
      ...(run.errorType && { [ATTR.errorType]: kernel.errorTypes(run.errorType) }),
    }
    quietly(() => instruments.transformDuration.record(run.ms / 1_000, attributes))
  }
  const typeOfError = (thrown: unknown) => safeErrorType(thrown, kernel.redactor, call.scope.known)
  return { limitMs: transformTimeoutMs, clock, observed, typeOfError }
}

import { type CapturedContent, captureContent } from '../observe/capture.js'
import type { JsonValue, Redaction } from '../observe/redact/redactor.js'
import { hasTransform } from '../observe/transform.js'
import { approvalPolicies } from './approval-policies.js'
import type { Call } from './call-state.js'
import { redactedBy } from './declarations.js'

/** A payload as the redactor left it for the span, whole, so that the transcript need not have it redacted again. */
export interface SafeCopy {
  /** What it is a copy of. */
  payload: CopiedPayload
  of: unknown
  view: JsonValue
  redactions: readonly Redaction[]
}

type CopiedPayload = 'input' | 'output'

/** Captures a payload for the span of a call, and lends what the redactor made of it to the record that comes next. */
export function capturePayload(
  call: Call,
  payload: CopiedPayload,
  value: unknown,
  values: readonly string[] | undefined,
): CapturedContent {
  const { kernel } = call
  const declared = { ...redactedBy(call, payload), values }
  if (values || !sharesCopies(call, payload)) return captureContent(value, kernel.redactors.span, declared)
  const redactions: Redaction[] = []
  const content = captureContent(value, kernel.redactors.span, { ...declared, redactions })
  if (content.whole !== undefined) call.safeCopy = { payload, of: value, view: content.whole, redactions }
  return content
}

/** Returns the copy that was made of a payload a moment ago, once. */
export function takeSafeCopy(call: Call, payload: string, value: unknown): SafeCopy | undefined {
  const copy = call.safeCopy
  call.safeCopy = undefined
  if (copy?.payload !== payload || copy.of !== value) return undefined
  // Whoever was shown something meanwhile may have changed the payload, and what is known of it may have grown.
  return call.announcing || call.scope.known.values ? undefined : copy
}

/**
 * Tells whether a payload is recorded as the span has it and right after: nothing transforms it, none of the user's code
 * sees it in between, and redactions are not counted by sink.
 */
function sharesCopies({ tool, kernel, request }: Call, payload: CopiedPayload): boolean {
  const { transcript, redactors } = kernel
  if (!transcript || redactors.span !== redactors.transcript || request.continuation) return false
  if (hasTransform([tool.transform, kernel.transform], 'transcript')) return false
  if (payload === 'output') return !tool.toModelOutput && !tool.onOutput
  return !tool.onInputAvailable && !tool.requestContextSchema && approvalPolicies(tool, kernel).length === 0
}

import type { Attributes } from '@opentelemetry/api'
import { ATTR } from '../observe/names.js'
import type { Call } from './call-state.js'
import { recordPayloadSize } from './payload-size.js'
import { capturePayload } from './safe-copy.js'
import type { Settlement } from './settlement.js'

/**
 * How much of its payloads a call's telemetry may hold: the tool's word, else the runtime's. By default no content, but
 * the texts of errors; `none` on a tool keeps those out too.
 */
export function contentOf({ tool, kernel }: Pick<Call, 'tool' | 'kernel'>): 'none' | 'redacted' | 'default' {
  return tool.capture ?? (kernel.capture === 'redacted' ? 'redacted' : 'default')
}

/**
 * Returns the attributes that a call's span gains at its end, and measures the payloads among them. Nothing is serialised
 * for a span that does not record.
 */
export function endAttributes(call: Call, settlement: Settlement): Attributes {
  const { scope, repairs, rawInput } = call
  const attributes: Attributes = {}
  if (!scope.span.isRecording()) return attributes
  if (repairs.length > 0) attributes[ATTR.inputRepairs] = [...repairs]
  const kind = ticketKindOf(call, settlement)
  if (kind) attributes[ATTR.ticketKind] = kind
  const taskId = settlement.taskId ?? call.taskId
  if (taskId) attributes[ATTR.taskId] = taskId
  if (call.attempt !== undefined) attributes[ATTR.attempt] = call.attempt
  if (settlement.outputInvalid) attributes[ATTR.outputInvalid] = true
  if (contentOf(call) !== 'redacted') return attributes
  const { values } = scope.known
  const input = call.inputContent ?? capturePayload(call, 'input', rawInput, values)
  recordPayloadSize(call, 'input', input)
  attributes[ATTR.toolCallArguments] = input.json
  if (input.truncated) attributes[ATTR.argumentsTruncated] = true
  if (input.size !== undefined) attributes[ATTR.argumentsSize] = input.size
  if (settlement.outcome !== 'ok') return attributes
  const output = capturePayload(call, 'output', settlement.output, values)
  recordPayloadSize(call, 'output', output)
  attributes[ATTR.toolCallResult] = output.json
  if (output.truncated) attributes[ATTR.resultTruncated] = true
  if (output.size !== undefined) attributes[ATTR.resultSize] = output.size
  return attributes
}

/** Which kind of ticket a call ended with or, else, goes on from. */
function ticketKindOf({ request }: Call, { outcome }: Settlement): 'approval' | 'suspend' | undefined {
  if (outcome === 'awaiting_approval') return 'approval'
  if (outcome === 'suspended') return 'suspend'
  const kind = request.continuation?.stored.kind
  return kind === 'task' ? undefined : kind
}

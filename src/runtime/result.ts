import type { JsonValue } from '../observe/redact/redactor.js'
import type { TransformPhase, TransformTarget } from '../observe/transform.js'
import type { Call } from './call-state.js'
import { awaitElsewhere } from './elsewhere.js'
import { errorOf } from './error-of.js'
import type { Outcome } from './outcome.js'
import { meaningOf } from './outcome.js'
import type { Settlement } from './settlement.js'
import { show } from './show.js'
import type { ValidationIssue } from './validation-error.js'

/** Why a call did not end `ok`. Its texts are safe to log and to show. */
export interface ToolFailure {
  /** The same word as `error.type` on the span; the outcome where the span has no error. */
  type: string
  message: string
  /** What to tell the model; it may quote the values that did not fit. */
  modelMessage: string
  /** Where a value did not fit its schema. */
  issues?: readonly ValidationIssue[]
  /** What was thrown, the same value. Not enumerable, so that it is never serialised by accident. */
  readonly cause?: unknown
}

interface ResultFacts {
  toolCallId: string
  toolName: string
  /** Absent without an active trace. */
  traceId?: string
  spanId?: string
  /** From the start of the call to the end of its span, without hooks and transforms. */
  durationMs: number
  /** Returns the payload of the result as a person may see it, or as it may be kept. Built when asked. */
  view(target: TransformTarget): Promise<JsonValue>
}

/** How a call ended, told apart by `outcome`. */
export type ToolResult<TOutput = unknown> = ResultFacts &
  (
    | { outcome: 'ok'; output: TOutput; modelOutput: unknown; error?: undefined }
    | { outcome: 'output_invalid'; output: unknown; error: ToolFailure }
    | { outcome: 'awaiting_approval'; ticket: string; error?: undefined }
    | { outcome: 'suspended'; ticket: string; suspendPayload: unknown; error?: undefined }
    | {
        outcome: 'dispatched'
        /** Id of the background task, where the call goes on as one. */
        taskId?: string
        /** Closes the span of a tool that ran elsewhere, with what came of it; a background task needs no such word. */
        settle: (result: unknown) => void
        error?: undefined
      }
    | {
        outcome: Exclude<Outcome, 'ok' | 'output_invalid' | 'awaiting_approval' | 'suspended' | 'dispatched'>
        error: ToolFailure
      }
  )

/** Builds the result of a call that has ended. */
export function toResult(settlement: Settlement, call: Call): ToolResult {
  const { outcome, output, ticket, suspendPayload, taskId } = settlement
  const facts = factsOf(call, settlement)
  switch (outcome) {
    case 'ok':
      return { outcome, output, modelOutput: call.modelOutput, ...facts }
    case 'output_invalid':
      return { outcome, output, error: failureOf(settlement), ...facts }
    case 'awaiting_approval':
      return { outcome, ticket: ticket ?? '', ...facts }
    case 'suspended':
      return { outcome, ticket: ticket ?? '', suspendPayload, ...facts }
    case 'dispatched':
      return { outcome, taskId, settle: taskId ? settledElsewhere : awaitElsewhere(call), ...facts }
    default:
      return { outcome, error: failureOf(settlement), ...facts }
  }
}

function settledElsewhere(): void {}

/** Builds the result of a call that goes on while its caller does other things. */
export function toStarted(call: Call): ToolResult {
  return { outcome: 'dispatched', settle() {}, ...factsOf(call, { outcome: 'dispatched' }) }
}

function factsOf(call: Call, settlement: Settlement): ResultFacts {
  const { toolCallId, request, durationMs, live } = call
  const ids = live ? call.ids : undefined
  const views: { [target in TransformTarget]?: Promise<JsonValue> } = {}
  return {
    toolCallId,
    toolName: request.toolName,
    ...(ids && { traceId: ids.traceId, spanId: ids.spanId }),
    durationMs,
    view(target) {
      views[target] ??= viewOf(call, settlement, target)
      return views[target]
    },
  }
}

async function viewOf(call: Call, settlement: Settlement, target: TransformTarget): Promise<JsonValue> {
  const { phase, payload } = shownPart(call, settlement)
  const shown = await show(call, target, phase, payload)
  return 'payload' in shown ? shown.payload : null
}

function shownPart(call: Call, settlement: Settlement): { phase: TransformPhase; payload: unknown } {
  switch (settlement.outcome) {
    case 'ok':
      return { phase: 'output', payload: settlement.output }
    case 'awaiting_approval':
      return { phase: 'approval', payload: call.input }
    case 'suspended':
      return { phase: 'suspend', payload: settlement.suspendPayload }
    case 'dispatched':
      return { phase: 'input', payload: call.input }
    default:
      return { phase: 'error', payload: errorOf(settlement, call) }
  }
}

function failureOf(settlement: Settlement): ToolFailure {
  const { outcome, errorType, message = outcome, modelMessage = message, issues, thrown } = settlement
  const type = errorType ?? meaningOf(outcome).error ?? outcome
  const failure: ToolFailure = { type, message, modelMessage, ...(issues && { issues }) }
  if (thrown) Object.defineProperty(failure, 'cause', { value: thrown.value })
  return failure
}

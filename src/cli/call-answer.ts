import { formatDuration } from '../exporters/format-duration.js'
import { printable } from '../exporters/printable.js'
import type { ToolResult } from '../runtime/result.js'
import { paintOutcome } from './paint-outcome.js'
import type { Terminal } from './terminal.js'
import { asText, exactJson, toJson } from './to-json.js'

/**
 * Returns what a call gave: the view for people, or with `raw` the real value. Of a call that failed it is why; what
 * the tool threw is never shown as it was.
 */
export async function callPayload(result: ToolResult, raw: boolean): Promise<unknown> {
  if (!raw) return result.view('display')
  switch (result.outcome) {
    case 'ok':
    case 'output_invalid':
      return result.output
    case 'suspended':
      return result.suspendPayload
    case 'awaiting_approval':
    case 'dispatched':
      return null
    default: {
      const { type, message, issues } = result.error
      return { type, message, ...(issues && { issues }) }
    }
  }
}

/** Returns the answer of a call for a machine. */
export function callAnswer(result: ToolResult, payload: unknown) {
  const { outcome, toolName, toolCallId, traceId = null, durationMs, error } = result
  const isOutput = !error || (outcome === 'output_invalid' && payload === result.output)
  return {
    outcome,
    toolName,
    toolCallId,
    traceId,
    durationMs,
    output: isOutput ? JSON.parse(toJson(payload)) : null,
    error: error
      ? { ...(isOutput ? { message: error.message } : fieldsOf(payload)), type: error.type }
      : null,
    ...('ticket' in result && { ticket: result.ticket }),
    ...('taskId' in result && { taskId: result.taskId }),
  }
}

/**
 * Writes what a call gave for a person: a failure as a sentence, a text as it is, everything else as JSON, or as Node
 * shows it when JSON cannot hold it.
 */
export function callText(result: ToolResult, payload: unknown): string {
  if (typeof payload === 'string') return printableLines(payload)
  const { type: _, message, ...rest } = fieldsOf(payload)
  const { outcome, error } = result
  if (!error || typeof message !== 'string' || Object.keys(rest).some(key => key !== 'issues'))
    return exactJson(payload) ?? printableLines(asText(payload))
  return printableLines(outcome === 'error' ? `${error.type}: ${message}` : message)
}

/** Writes how a call ended and how long it took as its metric has it: without hooks and transforms, unlike its span. */
export function callFacts({ outcome, durationMs }: ToolResult, terminal: Terminal): string {
  const took = `measured ${formatDuration(durationMs)}`
  return [paintOutcome(outcome, terminal), took].join(terminal.unicode ? ' · ' : ' - ')
}

function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

function fieldsOf(payload: unknown): Record<string, unknown> {
  return payload !== null && typeof payload === 'object' ? { ...payload } : { message: payload }
}

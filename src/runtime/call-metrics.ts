import type { Attributes } from '@opentelemetry/api'
import { addTo, countCall } from '../observe/metrics.js'
import { ATTR } from '../observe/names.js'
import type { Call } from './call-state.js'

/** Counts a call that has ended, and records how long it took where its tool ran or the outcome is an error. */
export function recordCall(call: Call, outcome: string, errorType: string | undefined): void {
  const { instruments, kernel, agentName, durationMs, executed } = call
  const toolName = kernel.toolNames(call.toolName)
  addTo(instruments.active, toolName, -1)
  countCall(instruments.calls, toolName, outcome)
  if (!executed && !errorType) return
  const attributes: Attributes = {
    [ATTR.toolName]: toolName,
    [ATTR.toolType]: 'function',
    [ATTR.outcome]: outcome,
  }
  if (agentName) attributes[ATTR.agentName] = kernel.agentNames(agentName)
  if (errorType) attributes[ATTR.errorType] = kernel.errorTypes(errorType)
  instruments.executeToolDuration.record(durationMs / 1_000, attributes)
}

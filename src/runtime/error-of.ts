import {
  ApprovalRequiredError,
  NotExecutableError,
  SuspendedError,
  TimeoutError,
  ToolCallError,
} from './errors.js'
import type { Settlement } from './settlement.js'

/**
 * Returns the error of a call that did not end `ok`, as callers, hooks and transforms get it: what was thrown, the same
 * value, else an error of ours that says how the call ended.
 */
export function errorOf(settlement: Settlement, call: { toolName: string; toolCallId: string }): unknown {
  const { outcome, thrown, message = outcome, ticket = '', taskId, suspendPayload } = settlement
  const { toolName, toolCallId } = call
  if (thrown) return thrown.value
  switch (outcome) {
    case 'timed_out':
      return new TimeoutError(message, { toolName, toolCallId })
    case 'awaiting_approval':
      return new ApprovalRequiredError({ toolName, toolCallId, ticket })
    case 'suspended':
      return new SuspendedError({ toolName, toolCallId, ticket, suspendPayload })
    case 'dispatched':
      if (!taskId) return new NotExecutableError({ toolName, toolCallId })
      return new ToolCallError(
        `${toolName} runs in the background: wait for ${taskId} with runtime.tasks.wait`,
        {
          outcome,
          toolName,
          toolCallId,
        },
      )
    default:
      return new ToolCallError(message, { outcome, toolName, toolCallId })
  }
}

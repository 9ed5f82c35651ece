import {
  ApprovalRequiredError,
  NotExecutableError,
  SuspendedError,
  TimeoutError,
  ToolCallError,
} from './errors.js'
import type { ToolResult } from './result.js'

/**
 * Gives the output of a result, or throws.
 *
 * @throws What the tool threw, the same value; otherwise a `ToolCallError` that says how the call ended:
 * `TimeoutError`, `ApprovalRequiredError`, `SuspendedError` or `NotExecutableError` where there is one.
 */
export function unwrap<TOutput>(result: ToolResult<TOutput>): TOutput {
  switch (result.outcome) {
    case 'ok':
      return result.output
    case 'awaiting_approval':
      throw new ApprovalRequiredError(result)
    case 'suspended':
      throw new SuspendedError(result)
    case 'dispatched':
      throw new NotExecutableError(result)
    case 'timed_out':
      throw new TimeoutError(result.error.message, result)
    default:
      if (Object.hasOwn(result.error, 'cause')) throw result.error.cause
      throw new ToolCallError(result.error.message, result)
  }
}

import { errorOf } from './error-of.js'
import type { ToolResult } from './result.js'

/**
 * Gives the output of a result, or throws.
 *
 * @throws What the tool threw, the same value; otherwise a `ToolCallError` that says how the call ended:
 * `TimeoutError`, `ApprovalRequiredError`, `SuspendedError` or `NotExecutableError` where there is one.
 */
export function unwrap<TOutput>(result: ToolResult<TOutput>): TOutput {
  if (result.outcome === 'ok') return result.output
  const { error, ...settlement } = result
  const thrown = error && Object.hasOwn(error, 'cause') ? { value: error.cause } : undefined
  throw errorOf({ ...settlement, message: error?.message, thrown }, result)
}

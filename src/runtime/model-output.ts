import { safeErrorType } from '../observe/exception.js'
import { withLimit } from '../observe/limit.js'
import { ATTR } from '../observe/names.js'
import { quietly } from '../observe/quietly.js'
import { aside } from './aside.js'
import type { Call } from './call-state.js'

/**
 * Returns what the model gets for an output: what `toModelOutput` makes of it. If it fails, the output is not sent; the
 * model gets a plain text, and the failure is counted.
 */
export async function modelOutputOf(
  call: Call,
  toModelOutput: (output: unknown) => unknown,
  output: unknown,
): Promise<unknown> {
  const { clock, transformTimeoutMs, redactor } = call.kernel
  const startedAt = clock.now()
  const made = await aside(call, () => withLimit(() => toModelOutput(output), transformTimeoutMs, clock))
  const ms = clock.now() - startedAt
  if (made.ok) {
    measure(call, ms)
    return made.value
  }
  measure(call, ms, made.overrun ? 'timeout' : safeErrorType(made.error, redactor, call.scope.known))
  return { type: 'text', value: `Tool ${call.toolName} ran, but its output could not be shown.` }
}

function measure({ instruments, kernel, toolName }: Call, ms: number, failure?: string): void {
  const attributes = {
    [ATTR.toolName]: kernel.toolNames(toolName),
    [ATTR.transformTarget]: 'model',
    [ATTR.transformPhase]: 'output',
    ...(failure && { [ATTR.errorType]: kernel.errorTypes(failure) }),
  }
  quietly(() => instruments.transformDuration.record(ms / 1_000, attributes))
}

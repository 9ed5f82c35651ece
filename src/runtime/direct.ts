import type { Binding } from './binding.js'
import { runCall } from './call.js'
import { Call, NO_OPTIONS } from './call-state.js'
import { errorOf } from './error-of.js'
import { directKernel } from './kernel.js'
import type { Settlement } from './settlement.js'
import type { AnyToolDefinition, DirectCallOptions } from './tool.js'
import { createValidationError } from './validation-error.js'

let alone: Binding | undefined

/** What a tool on its own runs with: the global telemetry and the default redactor. */
export function unbound(): Binding {
  alone ??= { kernel: directKernel(), defaults: {} }
  return alone
}

/**
 * The door for code written for Mastra: answers the output, answers a `ValidationError` where a value does not fit its
 * schema, throws what the tool throws, and otherwise rejects with an error that says how the call ended.
 */
export function executeDirectly(
  tool: AnyToolDefinition,
  input: unknown,
  options: DirectCallOptions = NO_OPTIONS,
  { kernel, defaults }: Binding = unbound(),
): Promise<unknown> {
  const call = new Call({ kernel, tool, toolName: tool.id, input, options, defaults, hasResult: false })
  return runCall(call, outputOrThrow)
}

function outputOrThrow(settlement: Settlement, call: Call): unknown {
  if (settlement.outcome === 'ok') return settlement.output
  if (settlement.issues) return createValidationError(settlement.message ?? '', settlement.issues)
  throw errorOf(settlement, call)
}

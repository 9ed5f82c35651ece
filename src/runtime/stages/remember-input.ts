import { quietly } from '../../observe/quietly.js'
import type { Call } from '../call-state.js'
import { declaredValuesIn, declaresAnything } from '../declarations.js'
import { contentOf } from '../end-attributes.js'
import type { Kernel } from '../kernel.js'
import { capturePayload } from '../safe-copy.js'
import type { AnyToolDefinition } from '../tool.js'

/** Tells whether anything of a tool's input must be remembered. */
export function mustRemember(tool: AnyToolDefinition, kernel: Kernel): boolean {
  if (declaresAnything(tool, kernel)) return true
  return tool.execute !== undefined && (mayBeSuspended(tool) || contentOf({ tool, kernel }) === 'redacted')
}

/**
 * Remembers of the input what is told of it after the tool has run, since a tool may change what it is given: the values
 * of its sensitive fields, its content for the span, and the whole of it where the call may be suspended.
 */
export function rememberInput(call: Call): void {
  const { tool, kernel, span } = call
  call.sensitiveInput = declaredValuesIn(call)
  if (!tool.execute) return
  if (mayBeSuspended(tool)) {
    call.rawInput = quietly(() => structuredClone(call.rawInput)) ?? call.rawInput
  }
  if (contentOf(call) !== 'redacted' || !span.isRecording()) return
  const startedAt = kernel.clock.now()
  call.inputContent = quietly(() => capturePayload(call, 'input', call.rawInput, call.sensitiveInput))
  call.asideMs += kernel.clock.now() - startedAt
}

function mayBeSuspended({ suspendSchema, resumeSchema }: AnyToolDefinition): boolean {
  return suspendSchema !== undefined || resumeSchema !== undefined
}

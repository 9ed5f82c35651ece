import { announce } from '../announce.js'
import type { Call } from '../call-state.js'
import { hookArgument, runHook } from '../hooks.js'

/** Tells hook and watchers that the input is complete and valid. */
export function announceInput(call: Call): void | Promise<void> {
  if (isKnown(call)) return
  if (call.events.watched) announce(call, 'tool-call', 'input', call.input)
  if (!call.tool.onInputAvailable) return
  const { messages = [] } = call.options
  return runHook(call, 'onInputAvailable', hookArgument(call, { input: call.input, messages }))
}

/** A call that goes on has told its input already, unless whoever approved it gave it another. */
function isKnown({ request: { continuation } }: Call): boolean {
  return continuation !== undefined && continuation.decision?.decision !== 'modified'
}

import type { Call } from './call-state.js'
import { Ended } from './settlement.js'
import { validationMessage } from './validation-error.js'

/** Reads an input from its JSON text. Text that is not JSON, or ends too early, ends the call `input_invalid`. */
export function parseInput(call: Call, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const issues = [{ path: '', message: 'is not valid JSON' }]
    const message = validationMessage('input', call.toolName, issues)
    throw new Ended({ outcome: 'input_invalid', part: 'input', issues, message, modelMessage: message })
  }
}

import type { Call } from './call-state.js'
import { Ended } from './settlement.js'
import { validationMessage } from './validation-error.js'

/** Reads an input from its JSON text. Text that is not JSON, or ends too early, ends the call `input_invalid`. */
export function parseInput(call: Call, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const issues = [
      { path: '', message: `is not valid JSON${endsEarly(error, text) ? ': it ends too early' : ''}` },
    ]
    const message = validationMessage('input', call.toolName, issues)
    throw new Ended({ outcome: 'input_invalid', part: 'input', issues, message, modelMessage: message })
  }
}

/** Tells a text that was cut off, as a model's is at its token limit, by where reading it had to stop. */
function endsEarly(error: unknown, text: string): boolean {
  const said = error instanceof Error ? error.message : ''
  if (/^(?:Unexpected end|Unterminated string)/.test(said)) return true
  return Number(/ at position (\d+)/.exec(said)?.[1]) >= text.length
}

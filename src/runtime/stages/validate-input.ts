import { isThenable } from '../../observe/limit.js'
import type { Call } from '../call-state.js'
import { refuse } from '../refuse.js'
import { type Validated, validate } from '../validate.js'

/** Validates the input; from here on the tool's input is what the schema made of it. */
export function validateInput(call: Call): void | Promise<void> {
  const { inputSchema } = call.tool
  if (!inputSchema) return
  const result = validate(inputSchema, call.rawInput)
  return isThenable(result) ? result.then(validated => accept(call, validated)) : accept(call, result)
}

function accept(call: Call, validated: Validated): void {
  const { inputSchema } = call.tool
  if (validated.issues) throw refuse(call, 'input', validated.issues, call.rawInput, inputSchema)
  call.input = validated.value
  call.inputFits = true
}

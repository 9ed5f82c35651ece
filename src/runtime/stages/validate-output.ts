import { isThenable } from '../../observe/limit.js'
import type { Call } from '../call-state.js'
import { refuse } from '../refuse.js'
import { type Validated, validate } from '../validate.js'

/** Validates what the tool returned; the output is what the schema made of it. */
export function validateOutput(call: Call): void | Promise<void> {
  const { outputSchema } = call.tool
  call.output = call.returned
  if (!outputSchema) return
  const result = validate(outputSchema, call.returned)
  return isThenable(result) ? result.then(validated => accept(call, validated)) : accept(call, result)
}

function accept(call: Call, validated: Validated): void {
  if (!validated.issues) {
    call.output = validated.value
    return
  }
  if (call.kernel.invalidOutput === 'fail') {
    throw refuse(call, 'output', validated.issues, call.returned, call.tool.outputSchema)
  }
  call.outputInvalid = true
}

import { isThenable } from '../../observe/limit.js'
import type { Call } from '../call-state.js'
import { refuse } from '../refuse.js'
import { type Validated, validate } from '../validate.js'

/** Validates the request context; the tool sees the validated values beside everything else in it. */
export function validateRequestContext(call: Call): void | Promise<void> {
  const { requestContextSchema } = call.tool
  if (!requestContextSchema) return
  const values = call.requestContext.toJSON()
  const result = validate(requestContextSchema, values)
  return isThenable(result)
    ? result.then(validated => accept(call, validated, values))
    : accept(call, result, values)
}

function accept(call: Call, validated: Validated, values: Record<string, unknown>): void {
  const { requestContextSchema } = call.tool
  if (validated.issues) throw refuse(call, 'request context', validated.issues, values, requestContextSchema)
  if (validated.value !== null && typeof validated.value === 'object') {
    call.requestContext = call.requestContext.withValidated(validated.value as Record<string, unknown>)
  }
}

import type { Call } from './call-state.js'
import { refuse } from './refuse.js'
import type { Suspension } from './tool-context.js'
import { validate } from './validate.js'

const SUSPENSION = Object.freeze({}) as Suspension

/** Marks a call suspended with a validated payload. An invalid one ends the call `suspend_invalid`. */
export async function suspend(call: Call, payload: unknown): Promise<Suspension> {
  const { suspendSchema } = call.tool
  if (!suspendSchema) {
    call.suspension = { payload }
    return SUSPENSION
  }
  const validated = await validate(suspendSchema, payload)
  call.suspension = validated.issues
    ? {
        payload,
        invalid: refuse(call, 'suspend payload', validated.issues, payload, suspendSchema).settlement,
      }
    : { payload: validated.value }
  return SUSPENSION
}

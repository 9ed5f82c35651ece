import type { Call } from './call-state.js'
import { refuse } from './refuse.js'
import type { Suspension } from './tool-context.js'
import { validate } from './validate.js'

const SUSPENSION = Object.freeze({}) as Suspension

/**
 * Marks a call suspended with a validated payload. An invalid one ends the call `suspend_invalid`. An attempt that goes on
 * past its own deadline, told by its signal, has no say any more.
 */
export async function suspend(call: Call, payload: unknown, signal?: AbortSignal): Promise<Suspension> {
  const { suspendSchema } = call.tool
  if (signal?.aborted) return SUSPENSION
  if (!suspendSchema) {
    call.suspension = { payload }
    return SUSPENSION
  }
  const validated = await validate(suspendSchema, payload)
  if (signal?.aborted) return SUSPENSION
  call.suspension = validated.issues
    ? {
        payload,
        invalid: refuse(call, 'suspend payload', validated.issues, payload, suspendSchema).settlement,
      }
    : { payload: validated.value }
  return SUSPENSION
}

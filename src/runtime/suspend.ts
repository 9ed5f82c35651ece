import { isThenable } from '../observe/limit.js'
import type { Call } from './call-state.js'
import { refuse } from './refuse.js'
import type { ToolSchema } from './schema.js'
import type { Suspension } from './tool-context.js'
import { type Validated, validate } from './validate.js'

const SUSPENSION = Object.freeze({}) as Suspension

/**
 * Marks a call suspended with a validated payload; at once, unless its schema is asynchronous. An invalid one ends the
 * call `suspend_invalid`. An attempt that goes on past its own deadline, told by its signal, has no say any more.
 */
export async function suspend(call: Call, payload: unknown, signal?: AbortSignal): Promise<Suspension> {
  const { suspendSchema } = call.tool
  if (signal?.aborted) return SUSPENSION
  const validated = suspendSchema ? validate(suspendSchema, payload) : { value: payload }
  if (!isThenable(validated)) mark(call, payload, validated, suspendSchema)
  else {
    const marked = validated.then(done => {
      if (!signal?.aborted) mark(call, payload, done, suspendSchema)
    })
    call.suspending = marked
    await marked
  }
  return SUSPENSION
}

function mark(call: Call, payload: unknown, validated: Validated, schema: ToolSchema | undefined): void {
  call.suspension = validated.issues
    ? {
        given: payload,
        payload,
        invalid: refuse(call, 'suspend payload', validated.issues, payload, schema).settlement,
      }
    : { given: payload, payload: validated.value }
}

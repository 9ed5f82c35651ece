import { aside } from '../aside.js'
import type { Call } from '../call-state.js'
import { keep } from '../keep.js'
import { Ended } from '../settlement.js'

/**
 * Writes what is about to run to the transcript, before it runs. Where the transcript's policy is `block` and the record
 * could not be made durable, the call ends `audit_unavailable` and the tool never runs.
 */
export function recordIntent(call: Call): void | Promise<void> {
  const { transcript } = call.kernel
  if (!transcript || !call.tool.execute) return
  return aside(call, () => keep(call, 'tool.input', 'input', call.rawInput)).then(kept => {
    if (kept || transcript.onError !== 'block') return
    throw new Ended({
      outcome: 'audit_unavailable',
      message: 'The transcript could not record the call before it ran',
    })
  })
}

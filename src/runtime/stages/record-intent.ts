import { digestOf } from '../../observe/digest.js'
import { aside } from '../aside.js'
import type { Call } from '../call-state.js'
import { type KeptEntry, keep } from '../keep.js'
import { Ended } from '../settlement.js'

/**
 * Writes what is about to run to the transcript, before it runs. Where the transcript's policy is `block` and the record
 * could not be made durable, the call ends `audit_unavailable` and the tool never runs.
 */
export function recordIntent(call: Call): void | Promise<void> {
  const { transcript } = call.kernel
  if (!transcript || !call.tool.execute) return
  return aside(call, () => keep(call, intentOf(call))).then(kept => {
    if (kept || transcript.onError !== 'block') return
    throw new Ended({
      outcome: 'audit_unavailable',
      message: 'The transcript could not record the call before it ran',
    })
  })
}

/** A call that somebody decided on tells what runs, so that anyone can see that it is what was decided. */
function intentOf({ rawInput, approval }: Call): KeptEntry {
  const intent = { type: 'tool.input', phase: 'input', payload: rawInput } as const
  return approval ? { ...intent, approval: { ...approval, executed: digestOf(rawInput) } } : intent
}

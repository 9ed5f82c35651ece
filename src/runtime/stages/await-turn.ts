import { aside } from '../aside.js'
import type { Call } from '../call-state.js'
import { onAbort } from '../on-abort.js'
import type { Turn } from '../turn.js'

/** Waits for the turn of a call that whoever made it holds back; the wait is in no duration. */
export function awaitTurn(call: Call): void | Promise<void> {
  const { turn } = call.request
  if (turn) return aside(call, () => wait(call, turn))
}

async function wait({ interruption }: Call, turn: Turn): Promise<void> {
  // An interruption ends the call by itself; its stages must only not hang.
  const release = onAbort(interruption.signal, () => turn.begin())
  try {
    await turn.wait()
  } finally {
    release()
  }
}

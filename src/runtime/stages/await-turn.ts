import { aside } from '../aside.js'
import type { Call } from '../call-state.js'

/**
 * Waits for the turn of a call that whoever made it holds back; the wait is in no duration. A call that is interrupted
 * meanwhile ends without it.
 */
export function awaitTurn(call: Call): void | Promise<void> {
  const { turn } = call.request
  if (turn) return aside(call, () => turn.wait())
}

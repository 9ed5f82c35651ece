import type { StoredCall, StoredState } from '../runtime/call-store.js'

/** What a call waits for once somebody has decided: that a runtime runs it, or ends it. */
export const DECIDED: { readonly [state in StoredState]?: string } = {
  approved: 'to run: approved',
  denied: 'to end: denied',
  answered: 'to run: answered',
}

/** Tells whether a call was decided on, and not run yet. */
export function isDecided({ state }: Pick<StoredCall, 'state'>): boolean {
  return state in DECIDED
}

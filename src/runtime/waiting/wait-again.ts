import type { StoredCall } from '../call-store.js'

/** Returns the change that lets a call wait as if nobody had decided on it or answered. */
export function waitAgain({ values }: StoredCall, updatedAt: number) {
  return {
    state: 'waiting' as const,
    decision: undefined,
    updatedAt,
    values: values && { ...values, editedInput: undefined, resumeData: undefined },
  }
}

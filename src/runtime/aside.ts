import type { Call } from './call-state.js'

/**
 * Runs what is not the tool's work, and keeps its time out of the call's duration. What runs inside another, or beside
 * it, is left out once.
 */
export async function aside<T>(call: Call, fn: () => T): Promise<Awaited<T>> {
  const { clock } = call.kernel
  if (call.asides === 0) call.asideSince = clock.now()
  call.asides += 1
  try {
    return await fn()
  } finally {
    call.asides -= 1
    if (call.asides === 0) call.asideMs += clock.now() - call.asideSince
  }
}

/** Returns the time left out so far, what goes on at this moment included. */
export function asideSoFar({ asideMs, asides, asideSince, kernel }: Call): number {
  return asides === 0 ? asideMs : asideMs + kernel.clock.now() - asideSince
}

import type { Call } from './call-state.js'

/** Runs user code that is not the tool's work, and keeps its time out of the call's duration. */
export async function aside<T>(call: Call, fn: () => T): Promise<Awaited<T>> {
  const { clock } = call.kernel
  const startedAt = clock.now()
  try {
    return await fn()
  } finally {
    call.asideMs += clock.now() - startedAt
  }
}

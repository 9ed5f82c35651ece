import type { CallOptions } from '../call-request.js'
import type { Call } from '../call-state.js'

/** Ends the call with a TypeError where its options cannot be used, so that a slip is told and nothing runs. */
export function checkCallOptions({ problem }: Call): void {
  if (problem) throw new TypeError(problem)
}

/** Says what is wrong with the options of one call; nothing, when they can be used. */
export function problemWith(options: CallOptions): string | undefined {
  try {
    const { abortSignal, timeoutMs, parent } = options
    if (abortSignal && !isSignal(abortSignal))
      return 'abortSignal must be an AbortSignal, such as controller.signal'
    if (timeoutMs !== undefined && timeoutMs !== null && !(typeof timeoutMs === 'number' && timeoutMs > 0)) {
      return 'timeoutMs must be a number of milliseconds above 0'
    }
    if (parent && typeof parent.getValue !== 'function') return 'parent must be an OpenTelemetry context'
  } catch {
    return 'the options of the call cannot be read'
  }
}

function isSignal({ aborted, addEventListener }: AbortSignal): boolean {
  return typeof aborted === 'boolean' && typeof addEventListener === 'function'
}

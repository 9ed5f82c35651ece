/**
 * Runs a piece of telemetry and answers `undefined` if it throws.
 *
 * The one way in which toolspan calls providers, processors, loggers and sinks that others wrote: whatever they throw
 * must never reach the tool or its caller.
 */
export function quietly<T>(telemetry: () => T): T | undefined {
  try {
    return telemetry()
  } catch {
    return undefined
  }
}

const VERSION = /^\d{4}-\d{2}-\d{2}$/

/** Returns a version of the protocol, where a header or a server names one. */
export function protocolVersionIn(value: unknown): string | undefined {
  return typeof value === 'string' && VERSION.test(value) ? value : undefined
}

/** Tells whether a version answers questions in results, where earlier ones asked them while a request was open. */
export function asksInResults(version: string | undefined): boolean {
  return version !== undefined && version >= '2026-07-28'
}

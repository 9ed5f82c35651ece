/** What a request to this machine says of where it comes from. */
export interface RequestOrigin {
  host: string | undefined
  origin: string | undefined
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Says why a request is refused that a web page may have sent: its `Host` is not one of ours, which is how a page reaches a
 * server on this machine under a name of its own (DNS rebinding), or its `Origin` is a page elsewhere.
 *
 * @param allowed Further host names, beside those of the loopback interface.
 */
export function refusedBecause(
  { host, origin }: RequestOrigin,
  allowed: readonly string[],
): string | undefined {
  const names = new Set([...LOOPBACK, ...allowed.map(name => name.toLowerCase())])
  if (!names.has(nameOf(`http://${host ?? ''}`) ?? '')) return 'Invalid Host header'
  if (origin !== undefined && !names.has(nameOf(origin) ?? '')) return 'Invalid Origin header'
  return undefined
}

function nameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined
}

/** Says why a trace could not be found by the id that was given. */
export class TraceLookupError extends Error {
  override readonly name = 'TraceLookupError'

  /** `unknown`: no trace begins so. `ambiguous`: several do. `malformed`: it is not a hexadecimal id. */
  readonly code: 'unknown' | 'ambiguous' | 'malformed'

  /** The ids that begin so, when there are several. */
  readonly candidates: readonly string[]

  constructor(code: TraceLookupError['code'], id: string, candidates: readonly string[] = []) {
    super(messageOf(code, id, candidates))
    this.code = code
    this.candidates = candidates
  }
}

function messageOf(code: TraceLookupError['code'], id: string, candidates: readonly string[]): string {
  if (code === 'malformed') return 'A trace id is 1 to 32 hexadecimal digits; a prefix is enough'
  if (code === 'unknown') return `No trace in the local store begins with ${id}`
  const shown = candidates.slice(0, 3).join(', ')
  return `${candidates.length} traces begin with ${id}; give more digits: ${shown}${candidates.length > 3 ? ', …' : ''}`
}

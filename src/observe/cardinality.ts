import { OTHER } from './names.js'

/**
 * Returns a function that lets the first `limit` different names through and answers `_OTHER` for every later one,
 * so that a metric never grows without end. A name that `admits` refuses is answered so too.
 */
export function limitNames(
  limit: number,
  admits: (name: string) => boolean = () => true,
): (name: string) => string {
  const seen = new Set<string>()
  return name => {
    if (seen.has(name)) return name
    if (seen.size >= limit || !admits(name)) return OTHER
    seen.add(name)
    return name
  }
}

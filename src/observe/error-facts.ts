const names = ['code', 'errno', 'status', 'statusCode']
const longest = 48

/**
 * Returns the codes that a thrown value has as its own fields and its message does not tell, such as
 * ` (code ECONNREFUSED, status 502)`; empty where there are none.
 */
export function errorFacts(thrown: object, message: string): string {
  const facts: string[] = []
  const told = new Set<string>()
  for (const name of names) {
    // The number of a system error says no more than its code.
    if (name === 'errno' && facts.length > 0) continue
    const value = codeOf(Object.getOwnPropertyDescriptor(thrown, name)?.value)
    if (value === undefined || told.has(value) || message.includes(value)) continue
    told.add(value)
    facts.push(`${name} ${value}`)
  }
  return facts.length === 0 ? '' : ` (${facts.join(', ')})`
}

function codeOf(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined
  return typeof value === 'string' && isCode(value) ? value : undefined
}

/** A word as codes are, such as `ERR_HTTP2_ERROR`, `23505` and `auth/no-user`; nothing that looks generated. */
function isCode(value: string): boolean {
  if (value.length > longest || !/^[\w./:-]+$/.test(value)) return false
  const isMixed = /\d/.test(value) && /[A-Za-z]/.test(value)
  return !isMixed || value.length <= 8 || /^[A-Z\d]+(?:_[A-Z\d]+)+$/.test(value)
}

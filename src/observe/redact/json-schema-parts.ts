/** Follows a reference within a JSON Schema, by pointer or by anchor. */
export function resolveReference(root: unknown, reference: string): unknown {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return anchored(root, reference)
  let target: unknown = root
  for (const segment of reference.slice(2).split('/')) {
    const key = decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')
    if (!isRecord(target) && !Array.isArray(target)) return undefined
    target = (target as Record<string, unknown>)[key]
  }
  return target
}

function anchored(root: unknown, reference: string): unknown {
  const definitions = [recordOf(recordOf(root)['$defs']), recordOf(recordOf(root)['definitions'])]
  return definitions
    .flatMap(Object.values)
    .find(
      each => isRecord(each) && (each['$id'] === reference || `#${String(each['$anchor'])}` === reference),
    )
}

/** Tells whether a value is an object that is no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a value that is an object, or else one without fields. */
export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

/** Returns a value that is a list, or else an empty one. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

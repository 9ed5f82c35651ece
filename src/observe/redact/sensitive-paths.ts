import { pointerOf } from './declared-tree.js'

/**
 * Turns a tool's `sensitive` paths into JSON Pointers, in which `*` stands for any key or index.
 *
 * @param paths Paths such as `card.number`, `items[*].pin`, `items.*.pin`, `$.card` or `/card/number`.
 */
export function sensitivePathsToPointers(paths: readonly string[]): string[] {
  return [...new Set(paths.map(toPointer))]
}

function toPointer(path: string): string {
  if (path === '' || path === '$' || path.startsWith('/')) return path === '$' ? '' : path
  return pointerOf(segmentsOf(path.replace(/^\$(?=[.[])/, '')))
}

/** `a.b`, `a[0]`, `a[*]`, `a[]` and `a["b.c"]`; an unfinished bracket is taken as part of a name. */
function segmentsOf(path: string): string[] {
  const segments: string[] = []
  const part = /\.?\[(?:"([^"\]]{0,256})"|'([^'\]]{0,256})'|([^\]"']{0,256}))\]|\.?([^.[]{1,256}|\[)/g
  for (const [, doubleQuoted, quoted, index, name] of path.matchAll(part)) {
    if (index !== undefined) segments.push(index === '' ? '*' : index)
    else segments.push(doubleQuoted ?? quoted ?? name ?? '')
  }
  return segments
}

import { nodeHash } from './merkle.js'

/** Returns the hashes beside the way from a leaf to the root (RFC 6962, 2.1.1), the leaf's neighbour first. Base64. */
export function merklePath(leaves: readonly string[], index: number): string[] {
  if (leaves.length <= 1) return []
  const split = largestPowerBelow(leaves.length)
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)]
  if (index < split) return [...merklePath(left, index), rootOf(right)]
  return [...merklePath(right, index - split), rootOf(left)]
}

/** Returns the root that a leaf at a place in a tree of some size has with these hashes beside its way (RFC 9162, 2.1.3.2). */
export function rootFromPath(
  leaf: string,
  index: number,
  size: number,
  path: readonly string[],
): string | undefined {
  let [at, last, hash] = [index, size - 1, leaf]
  for (const beside of path) {
    if (last === 0) return undefined
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(beside, hash)
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else hash = nodeHash(hash, beside)
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  return last === 0 ? hash : undefined
}

function rootOf(leaves: readonly string[]): string {
  if (leaves.length === 1) return leaves[0] ?? ''
  const split = largestPowerBelow(leaves.length)
  return nodeHash(rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)))
}

function largestPowerBelow(size: number): number {
  return 2 ** Math.floor(Math.log2(size - 1))
}

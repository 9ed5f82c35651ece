import { hash } from 'node:crypto'

const LEAF = Buffer.from([0])
const NODE = Buffer.from([1])

/** Returns the hash of a leaf as RFC 6962 defines it; it is also how a record is named in the chain. */
export function leafHash(data: Uint8Array): Buffer {
  return sha256(Buffer.concat([LEAF, data]))
}

/** Returns the hash of an inner node as RFC 6962 defines it. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return sha256(Buffer.concat([NODE, left, right]))
}

/**
 * A Merkle tree (RFC 6962) that grows at its end and keeps only what later roots need: the hashes of its complete
 * subtrees, one for each bit of its size.
 */
export class MerkleFrontier {
  /** How many leaves were added. */
  size: number
  readonly #subtrees: (Buffer | undefined)[]

  /** Goes on from the hashes that `hashes` gave at a size. */
  constructor(size = 0, hashes: readonly Buffer[] = []) {
    this.size = size
    this.#subtrees = placed(size, hashes)
  }

  add(leaf: Buffer): void {
    let carried = leaf
    let level = 0
    for (let left = this.#subtrees[level]; left; left = this.#subtrees[level]) {
      carried = nodeHash(left, carried)
      this.#subtrees[level] = undefined
      level += 1
    }
    this.#subtrees[level] = carried
    this.size += 1
  }

  root(): Buffer {
    let root: Buffer | undefined
    for (const subtree of this.#subtrees) {
      if (subtree) root = root ? nodeHash(subtree, root) : subtree
    }
    return root ?? sha256(Buffer.alloc(0))
  }

  /** The hashes of the complete subtrees, smallest first. */
  hashes(): Buffer[] {
    return this.#subtrees.filter(subtree => subtree !== undefined)
  }

  copy(): MerkleFrontier {
    return new MerkleFrontier(this.size, this.hashes())
  }
}

function placed(size: number, hashes: readonly Buffer[]): (Buffer | undefined)[] {
  const subtrees: (Buffer | undefined)[] = []
  let next = 0
  for (let level = 0, rest = size; rest > 0; level += 1, rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) subtrees[level] = hashes[next++]
    else subtrees[level] = undefined
  }
  if (next !== hashes.length || subtrees.some((_, level) => isMissing(subtrees, size, level)))
    throw new RangeError(`a tree of ${size} leaves does not have ${hashes.length} complete subtrees`)
  return subtrees
}

function isMissing(subtrees: readonly (Buffer | undefined)[], size: number, level: number): boolean {
  return Math.floor(size / 2 ** level) % 2 === 1 && subtrees[level] === undefined
}

function sha256(data: Uint8Array): Buffer {
  return hash('sha256', data, 'buffer')
}

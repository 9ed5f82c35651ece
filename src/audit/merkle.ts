import { hash } from 'node:crypto'

/** Bytes of a SHA-256. */
const LENGTH = 32
/** Where the two hashes of a node are put together; hashes are kept as base64, as they stand in the files. */
const node = Buffer.alloc(1 + 2 * LENGTH)
node[0] = 1
let leaf = Buffer.alloc(64 * 1024)

/** Returns the hash of a leaf as RFC 6962 defines it, in base64; it is also how a record is named in the chain. */
export function leafHash(data: Uint8Array, length = data.length): string {
  if (leaf.length < length + 2) leaf = Buffer.alloc(2 * length + 2)
  leaf[0] = 0
  leaf.set(length === data.length ? data : data.subarray(0, length), 1)
  return hash('sha256', leaf.subarray(0, length + 1), 'base64')
}

/** Returns the hash of an inner node as RFC 6962 defines it, in base64. */
export function nodeHash(left: string, right: string): string {
  node.write(left, 1, LENGTH, 'base64')
  node.write(right, 1 + LENGTH, LENGTH, 'base64')
  return hash('sha256', node, 'base64')
}

/**
 * A Merkle tree (RFC 6962) that grows at its end and keeps only what later roots need: the hashes of its complete
 * subtrees, one for each bit of its size.
 */
export class MerkleFrontier {
  /** How many leaves were added. */
  size: number
  readonly #subtrees: (string | undefined)[]

  /**
   * Goes on from the hashes that `hashes` gave at a size.
   *
   * @throws {RangeError} When a tree of that size has another number of complete subtrees.
   */
  constructor(size = 0, hashes: readonly string[] = []) {
    this.size = size
    this.#subtrees = placed(size, hashes)
  }

  add(added: string): void {
    let carried = added
    let level = 0
    for (let left = this.#subtrees[level]; left; left = this.#subtrees[level]) {
      carried = nodeHash(left, carried)
      this.#subtrees[level] = undefined
      level += 1
    }
    this.#subtrees[level] = carried
    this.size += 1
  }

  /** Base64. */
  root(): string {
    let root: string | undefined
    for (const subtree of this.#subtrees) {
      if (subtree) root = root ? nodeHash(subtree, root) : subtree
    }
    return root ?? hash('sha256', '', 'base64')
  }

  /** The hashes of the complete subtrees, smallest first. */
  hashes(): string[] {
    return this.#subtrees.filter(subtree => subtree !== undefined)
  }

  copy(): MerkleFrontier {
    return new MerkleFrontier(this.size, this.hashes())
  }
}

function placed(size: number, hashes: readonly string[]): (string | undefined)[] {
  const subtrees: (string | undefined)[] = []
  let next = 0
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2))
    subtrees.push(rest % 2 === 1 ? hashes[next++] : undefined)
  const isWhole = next === hashes.length && hashes.every(one => Buffer.from(one, 'base64').length === LENGTH)
  if (!isWhole)
    throw new RangeError(`a tree of ${size} leaves does not have these ${hashes.length} complete subtrees`)
  return subtrees
}

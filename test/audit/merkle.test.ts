import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leafHash, MerkleFrontier } from '../../src/audit/merkle.js'
import { merklePath, rootFromPath } from '../../src/audit/merkle-path.js'

/** Leaves and roots of the reference implementation of RFC 6962. */
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const hashes = LEAVES.map(leaf => leafHash(Buffer.from(leaf, 'hex')))
const hex = (base64: string) => Buffer.from(base64, 'base64').toString('hex')

describe('a Merkle tree', () => {
  it('has the roots of RFC 6962 as it grows, and that of nothing', () => {
    const tree = new MerkleFrontier()
    expect(hex(tree.root())).toBe(createHash('sha256').digest('hex'))
    const roots = hashes.map(leaf => {
      tree.add(leaf)
      return hex(tree.root())
    })
    expect(roots).toEqual(ROOTS)
  })

  it('goes on from what it gave at any size', () => {
    const [tree, all] = [new MerkleFrontier(), new MerkleFrontier()]
    for (const leaf of hashes) {
      all.add(leaf)
      const restored = new MerkleFrontier(tree.size, tree.hashes())
      restored.add(leaf)
      expect(restored.root()).toBe(all.root())
      tree.add(leaf)
    }
    expect(() => new MerkleFrontier(5, tree.hashes())).toThrow(RangeError)
  })

  it('leads from every leaf to its root, and from no other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(), (size, any) => {
        const leaves = Array.from({ length: size }, (_, index) => leafHash(Buffer.from(String(index))))
        const tree = new MerkleFrontier()
        for (const leaf of leaves) tree.add(leaf)
        const index = any % size
        const path = merklePath(leaves, index)
        expect(rootFromPath(leaves[index] ?? '', index, size, path)).toBe(tree.root())
        expect(rootFromPath(leafHash(Buffer.from('other')), index, size, path)).not.toBe(tree.root())
      }),
    )
  })
})

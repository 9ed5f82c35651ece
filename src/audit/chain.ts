import { leafHash, MerkleFrontier } from './merkle.js'
import type { PreparedRecord, RecordFacts } from './prepare-record.js'
import { recordLine } from './record-line.js'
import { type SignedHead, signHead } from './signed-head.js'
import { storableJson } from './storable-json.js'
import type { CoveredRecord } from './stored-record.js'
import type { SigningKey } from './transcript-keys.js'

/** What the record before the first is said to hash to. */
export const GENESIS = Buffer.alloc(32).toString('base64')

/** Where a writer's chain stands. */
export interface ChainState {
  /** Hash of the last record. Base64. */
  prev: string
  tree: MerkleFrontier
  /** Records since the last signature. */
  unsigned: number
}

export function newChain(): ChainState {
  return { prev: GENESIS, tree: new MerkleFrontier(), unsigned: 0 }
}

export function copyChain({ prev, tree, unsigned }: ChainState): ChainState {
  return { prev, tree: tree.copy(), unsigned }
}

/** When records get their place in a chain. */
export interface Stamp {
  ts: string
  monoNs: string
}

/** Gives facts their place at the end of a chain and returns the line. */
export function addToChain(
  chain: ChainState,
  writer: string,
  { facts, tail }: Pick<PreparedRecord, 'facts' | 'tail'>,
  { monoNs }: Stamp,
): string {
  const covered = storableJson({
    ...facts,
    v: 1,
    seq: chain.tree.size,
    mono_ns: monoNs,
    writer,
    prev: chain.prev,
  } satisfies CoveredRecord)
  const hash = leafHash(Buffer.from(covered))
  chain.prev = hash
  chain.tree.add(hash)
  chain.unsigned += 1
  return recordLine(covered, hash, tail)
}

/** Signs the chain as it stands and returns the line that says so, and the head it states. */
export function addCheckpoint(
  chain: ChainState,
  writer: string,
  key: SigningKey,
  stamp: Stamp,
): { line: string; head: SignedHead } {
  const { ts } = stamp
  const unsigned = { writer, size: chain.tree.size, root: chain.tree.root(), ts }
  const head = { ...unsigned, key_id: key.keyId, sig: signHead(unsigned, key.privateKey) }
  const { size, root, key_id, sig } = head
  const facts: RecordFacts = { type: 'checkpoint', ts, checkpoint: { size, root, key_id, sig } }
  const line = addToChain(chain, writer, { facts }, stamp)
  chain.unsigned = 0
  return { line, head }
}

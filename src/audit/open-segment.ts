import { join } from 'node:path'
import { addCheckpoint, addToChain, type ChainState, copyChain, type Stamp } from './chain.js'
import type { PreparedRecord, RecordFacts } from './prepare-record.js'
import { SALT_BYTES } from './random-salts.js'
import type { OpenSegmentFile, SegmentFile } from './segment-file.js'
import type { SignedHead } from './signed-head.js'
import type { SigningKey } from './transcript-keys.js'
import type { TranscriptLayout } from './transcript-layout.js'

const NO_SALT = Buffer.alloc(SALT_BYTES)
/** A checkpoint is written after so many records. */
const MOST_UNSIGNED = 256

/** Lines that are to be written together, with where the chain stands after them. */
export interface Batch {
  readonly lines: Buffer
  readonly salts: Buffer
  readonly after: ChainState
  /** The last head that the lines sign. */
  readonly head?: SignedHead
  /** Set once the lines were written by other means. */
  done: boolean
}

/** What ends a batch: nothing, a checkpoint, or a last record before the checkpoint. */
export type BatchEnd = 'open' | 'signed' | RecordFacts

/** What a segment needs of its writer. */
export interface SegmentSettings {
  layout: TranscriptLayout
  name: string
  writer: string
  key: SigningKey
  openFile: OpenSegmentFile
  stamp(): Stamp
}

/**
 * The segment that a writer adds to, and its side file of salts. The chain moves on only once a batch is written; one that
 * fails is cut off again, so that the file never holds what its caller was told is not there.
 */
export class OpenSegment {
  readonly name: string
  /** Bytes of the records that are known to be written. */
  size = 0
  readonly #settings: SegmentSettings
  readonly #file: SegmentFile
  readonly #salts: SegmentFile
  #saltBytes = 0
  /** Its first record, until it is written. */
  #opening: RecordFacts | undefined
  /** Whether what a failed write left behind is still there. */
  #torn = false

  constructor(settings: SegmentSettings, opening: RecordFacts) {
    const { layout, name, openFile } = settings
    this.#settings = settings
    this.name = name
    this.#opening = opening
    this.#file = openFile(join(layout.dir, name))
    this.#salts = openFile(join(layout.salts, name.replace(/\.jsonl$/, '.salts')))
  }

  /** Puts records in their places behind a chain. Nothing is written, and the chain stays as it is. */
  encode(chain: ChainState, records: readonly PreparedRecord[], end: BatchEnd): Batch {
    const { writer, key, stamp } = this.#settings
    const now = stamp()
    const after = copyChain(chain)
    const lines: string[] = []
    const salts: Buffer[] = []
    let head: SignedHead | undefined
    const add = (record: PreparedRecord) => {
      lines.push(addToChain(after, writer, record, now))
      salts.push(record.salt ?? NO_SALT)
    }
    const sign = () => {
      const checkpoint = addCheckpoint(after, writer, key, now)
      lines.push(checkpoint.line)
      salts.push(NO_SALT)
      head = checkpoint.head
    }
    if (this.#opening) {
      add({ facts: this.#opening })
      sign()
    }
    for (const record of records) {
      add(record)
      if (after.unsigned >= MOST_UNSIGNED) sign()
    }
    if (typeof end === 'object') add({ facts: end })
    if (end !== 'open' && after.unsigned > 0) sign()
    return {
      lines: Buffer.from(`${lines.join('\n')}\n`),
      salts: Buffer.concat(salts),
      after,
      head,
      done: false,
    }
  }

  /** Writes a batch; with `durable`, resolves once it is on the disk. A failure leaves the file as it was. */
  async write(batch: Batch, durable: boolean): Promise<void> {
    if (this.#torn) await this.#cutBack()
    try {
      await both(this.#file.write(batch.lines, this.size), this.#salts.write(batch.salts, this.#saltBytes))
      if (durable) await both(this.#file.sync(), this.#salts.sync())
    } catch (error) {
      if (batch.done) return
      this.#torn = true
      await this.#cutBack().catch(() => {})
      throw error
    }
    if (!batch.done) this.#advance(batch)
  }

  /** Writes a batch at once, also one that is on its way: it has the same place. */
  writeNow(batch: Batch): void {
    try {
      this.#file.writeNow(batch.lines, this.size)
      this.#salts.writeNow(batch.salts, this.#saltBytes)
    } catch (error) {
      this.#torn = true
      throw error
    }
    this.#advance(batch)
  }

  close(): void {
    this.#file.close()
    this.#salts.close()
  }

  #advance(batch: Batch): void {
    batch.done = true
    this.size += batch.lines.length
    this.#saltBytes += batch.salts.length
    this.#opening = undefined
  }

  async #cutBack(): Promise<void> {
    await both(this.#file.truncate(this.size), this.#salts.truncate(this.#saltBytes))
    this.#torn = false
  }
}

/** Waits for both also when one fails, so that nothing is still being written when the failure is mended. */
async function both(one: Promise<void>, other: Promise<void>): Promise<void> {
  for (const settled of await Promise.allSettled([one, other]))
    if (settled.status === 'rejected') throw settled.reason
}

import { GENESIS } from '../chain.js'
import type { Segment } from '../list-segments.js'
import { MerkleFrontier } from '../merkle.js'
import { parseRecordLine, type RecordLine } from '../record-line.js'
import { isSigned } from '../signed-head.js'
import type { CoveredRecord, SessionStart } from '../stored-record.js'
import type { SegmentStub } from '../stub.js'
import { isSealIntact } from '../writer-register.js'
import type { Finding, FindingKind, VerdictName } from './finding.js'
import type { KnownHead } from './known-heads.js'
import type { Verification } from './verification.js'

type Place = Pick<Finding, 'file' | 'line' | 'writer'>

/** A line that does not belong to the chain as it stands; what it was is known only from the record behind it. */
interface Broken {
  at: Place
  isRecord: boolean
}

/**
 * Follows the chain of one writer: that every record is the one behind the record before it, that signed roots are those
 * of the records before them, and that heads known from elsewhere are reached. After a break it goes on at the next
 * record, so that one change gives one finding.
 */
export class WriterChain {
  readonly #verification: Verification
  readonly #writer: string
  readonly #heads: readonly KnownHead[]
  #next = 0
  #prev: string | undefined = GENESIS
  #tree = new MerkleFrontier()
  /** Whether the tree still is that of the records as they were written. */
  #intact = true
  #missing = new Map<number, Finding>()
  #broken: Broken[] = []
  #keyId: string | undefined
  #ended = false
  #endsPruned = false
  #lastTime = 0
  #signedUpTo = 0
  #unterminated = false

  constructor(verification: Verification, writer: string) {
    this.#verification = verification
    this.#writer = writer
    this.#heads = verification.heads.filter(head => head.writer === undefined || head.writer === writer)
  }

  /** Takes a line that is no record. */
  addBroken(at: Place, whole: boolean): void {
    this.#broken.push({ at, isRecord: false })
    this.#unterminated = !whole
  }

  /** Takes a record and answers whether it is one of this chain. */
  add(line: RecordLine, at: Place, whole: boolean): boolean {
    const { record, hash, stated } = line
    this.#unterminated = !whole
    const isOurs = record.writer === this.#writer && Number.isSafeInteger(record.seq)
    if (!isOurs || hash !== stated) {
      this.#broken.push({ at, isRecord: true })
      return false
    }
    if (record.seq < this.#next) return this.#addEarlier(record, at)
    this.#closeGap(record, at)
    this.#checkPlace(record, at)
    this.#checkHeads(record.seq)
    if (record.checkpoint) this.#checkSignature(record, at)
    if (record.start) this.#checkStart(record.start, at, record.seq)
    this.#advance(record, stated, hash)
    this.#endsPruned = false
    return true
  }

  /** Goes on behind a segment that was pruned. */
  addStub(stub: SegmentStub, { name, writer }: Segment): void {
    const at = { file: name, line: 1, writer }
    const line = parseRecordLine(Buffer.from(stub.checkpoint))
    const checkpoint = line?.record.checkpoint
    if (!line || !checkpoint || stub.first !== this.#next || line.record.writer !== this.#writer) {
      this.#find('chain', 'altered', at, 'the stub of a pruned segment does not fit where it stands')
      return
    }
    this.#tree = restoredTree(stub, checkpoint.size) ?? new MerkleFrontier()
    this.#intact = this.#tree.size === checkpoint.size
    this.#checkSignature(line.record, at)
    this.#verification.pruned.add(this.#writer, stub.first, stub.last)
    this.#verification.checkpoints += 1
    this.#advance(line.record, line.stated, line.hash)
    this.#endsPruned = true
    if (stub.last < this.#next) return
    this.#next = stub.last + 1
    this.#prev = undefined
    this.#intact = false
  }

  /**
   * Says what broken lines at the end of a segment are: torn, where the writer stopped there, else altered. One that still
   * writes may be in the middle of a line.
   */
  endSegment({ name, writer }: Segment, state: 'running' | 'gone' | 'ended'): void {
    const broken = this.#broken
    const mayBeTorn = state !== 'ended' && !this.#ended && broken.every(({ isRecord }) => !isRecord)
    if (this.#unterminated && broken.length === 0)
      broken.push({ at: { file: name, writer }, isRecord: false })
    this.#broken = []
    this.#unterminated = false
    if (mayBeTorn && state === 'running') return
    if (!mayBeTorn && broken.length > 0) this.#intact = false
    for (const { at } of broken) {
      if (mayBeTorn)
        this.#find('parse', 'torn', at, 'the line ends in the middle, where its writer was stopped')
      else this.#find('parse', 'altered', at, 'the line cannot be read to its end')
    }
  }

  /** Says what is missing at the end. */
  end({ name, writer }: Segment, state: 'running' | 'gone'): void {
    const at = { file: name, writer }
    const unsigned = this.#next - this.#signedUpTo
    this.#verification.unsigned += Math.max(0, unsigned)
    this.#checkHeads(this.#next)
    for (const head of this.#heads) {
      if (head.writer === this.#writer && head.size >= this.#next)
        this.#find(
          'completeness',
          'removed',
          at,
          `${head.size + 1 - this.#next} records are gone that a signed head knows of`,
        )
    }
    if (this.#ended && unsigned > 0)
      this.#find('signature', 'removed', at, 'the chain ended and the signature of its end is gone')
    // How a chain ended that was pruned to its last segment is no longer known, and its receipt says that it went.
    if (!this.#ended && !this.#endsPruned && state === 'gone')
      this.#find(
        'completeness',
        'unfinished',
        at,
        'its writer stopped without an end: it crashed or was killed',
      )
  }

  #addEarlier(record: CoveredRecord, at: Place): boolean {
    const missing = this.#missing.get(record.seq)
    if (missing) {
      this.#missing.delete(record.seq)
      Object.assign(missing, { kind: 'reordered', message: 'it stands behind records that came after it' })
      return true
    }
    this.#find('order', 'inserted', at, 'a record of this place was there already', record.seq)
    return false
  }

  /** Lines that could not be placed are told from how many records are missing where they stand. */
  #closeGap({ seq }: CoveredRecord, at: Place): void {
    const gap = seq - this.#next
    const broken = this.#broken
    this.#broken = []
    if (gap === 0 && broken.length === 0) return
    this.#intact = false
    this.#prev = undefined
    for (const [index, { at: place, isRecord }] of broken.entries()) {
      if (index >= gap)
        this.#find('order', 'inserted', place, 'a line that no record of the chain is missing')
      else
        this.#find(
          isRecord ? 'chain' : 'parse',
          'altered',
          place,
          'it is not what its hash says',
          this.#next + index,
        )
    }
    const removed = gap - broken.length
    if (removed <= 0) return
    const first = this.#next + broken.length
    const message = removed === 1 ? `record ${first} is gone` : `records ${first} to ${seq - 1} are gone`
    const finding = this.#find('order', 'removed', at, message, first)
    // A few may only stand elsewhere.
    if (removed <= 1_000) for (let each = first; each < seq; each += 1) this.#missing.set(each, finding)
  }

  #checkPlace(record: CoveredRecord, at: Place): void {
    const { seq, prev, mono_ns } = record
    if (this.#prev !== undefined && prev !== this.#prev) {
      this.#intact = false
      this.#find('chain', 'altered', at, 'it does not follow the record before it', seq)
    }
    const time = Number(mono_ns)
    if (time < this.#lastTime)
      this.#find('order', 'reordered', at, 'it is older than the record before it', seq)
    this.#lastTime = time
    if (this.#ended && record.type !== 'checkpoint')
      this.#find('order', 'inserted', at, 'it stands behind the end of the chain', seq)
  }

  #checkHeads(seq: number): void {
    for (const head of this.#heads) {
      if (head.size !== seq || !this.#intact) continue
      const isReached = this.#tree.root() === head.root
      if (isReached) this.#verification.reached.add(head)
      else if (head.writer === this.#writer)
        this.#find(
          'completeness',
          'altered',
          { writer: this.#writer },
          `the ${seq} records up to here are not those of a head that is known`,
          seq,
        )
    }
  }

  #checkSignature({ checkpoint, ts, seq }: CoveredRecord, at: Place): void {
    if (!checkpoint) return
    const { size, root, key_id, sig } = checkpoint
    this.#verification.checkpoints += 1
    if (size !== seq || (this.#intact && this.#tree.root() !== root)) {
      this.#find(
        'merkle',
        'altered',
        at,
        `the records before it, from ${this.#signedUpTo} on, are not those that were signed`,
        seq,
      )
      this.#intact = false
    } else if (!this.#intact) this.#verification.fail('merkle', 'failed')
    const key = this.#verification.keys.get(key_id)
    if (this.#keyId !== undefined && key_id !== this.#keyId)
      this.#find(
        'signature',
        'resigned',
        at,
        'it is signed with another key than the one its writer began with',
        seq,
      )
    else if (!key && this.#verification.keys.size > 0)
      this.#find('signature', 'resigned', at, `it is signed with a key that is not trusted: ${key_id}`, seq)
    else if (key && !isSigned({ writer: this.#writer, size, root, ts }, sig, key))
      this.#find('signature', 'altered', at, 'its signature is not that of its root', seq)
    this.#signedUpTo = seq + 1
  }

  #checkStart({ key_id, writers }: SessionStart, at: Place, seq: number): void {
    this.#keyId ??= key_id
    const { register } = this.#verification
    if (writers && register && !isSealIntact(register, writers))
      this.#find(
        'completeness',
        'altered',
        at,
        'the register of writers is not the one that it began with',
        seq,
      )
  }

  #advance(record: CoveredRecord, stated: string, hash: string): void {
    if (record.type === 'session.end') this.#ended = true
    this.#tree.add(hash)
    this.#prev = stated
    this.#next = record.seq + 1
  }

  #find(verdict: VerdictName, kind: FindingKind, at: Place, message: string, seq?: number): Finding {
    const finding: Finding = { verdict, kind, message, ...at, ...(seq !== undefined && { seq }) }
    this.#verification.find(finding)
    return finding
  }
}

function restoredTree({ frontier }: SegmentStub, size: number): MerkleFrontier | undefined {
  try {
    return new MerkleFrontier(size, frontier)
  } catch {
    return undefined
  }
}

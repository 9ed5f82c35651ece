import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Clock, Timer } from '../observe/clock.js'
import { VERSION } from '../observe/version.js'
import { type ChainState, newChain, type Stamp } from './chain.js'
import { createHeadCopies, type HeadCopies, type HeadsPlace } from './head-copies.js'
import { type Batch, type BatchEnd, OpenSegment } from './open-segment.js'
import type { PreparedRecord, RecordFacts } from './prepare-record.js'
import type { OpenSegmentFile } from './segment-file.js'
import { segmentName, timeInName } from './segment-name.js'
import type { SignedHead } from './signed-head.js'
import type { SessionStart } from './stored-record.js'
import { TranscriptError } from './transcript-error.js'
import type { SigningKey } from './transcript-keys.js'
import type { TranscriptLayout } from './transcript-layout.js'
import { addToRegister, type RegisterFacts, sealOfRegister } from './writer-register.js'

export interface WriterSettings {
  layout: TranscriptLayout
  durability: 'sync' | 'group' | 'async'
  rotateBytes: number
  rotateMs: number
  clock: Clock
  openFile: OpenSegmentFile
  /** Asked once, when the first record is written. */
  key(): SigningKey
  heads?: HeadsPlace
  /** Is told when a segment was begun. */
  onSegment(number: number): void
}

interface Waiting {
  /** Makes the record when its turn comes, so that the call that it tells of need not wait for it. */
  make(): PreparedRecord
  resolve(): void
  reject(error: unknown): void
}

interface Made extends Omit<Waiting, 'make'> {
  record: PreparedRecord
}

/** Records that wait in memory at most; past it an asynchronous transcript writes at once, another one refuses. */
const MOST_WAITING = 8_192
const MOST_BYTES_IN_BATCH = 1024 * 1024
/** What a record has beside its content, about. */
const USUAL_BYTES = 700
const CHECKPOINT_MS = 5_000
/** How long records of an asynchronous transcript wait for others. */
const GATHER_MS = 10

/**
 * Writes the records of one process in one chain, from its first to its end. Records that come while others are being
 * written are written together. What could not be written is not in the chain, and its append is rejected.
 */
export class TranscriptWriter {
  readonly writer = `w-${randomBytes(8).toString('hex')}`
  /** Records that are written. */
  written = 0
  failed = 0
  lastError: unknown
  readonly heads: HeadCopies
  readonly #settings: WriterSettings
  readonly #startedAt: number
  readonly #waiting: Waiting[] = []
  #chain: ChainState = newChain()
  #segment: OpenSegment | undefined
  #segmentNumber = 0
  #segmentOpenedAt = 0
  /** When it began, as it stands in the names of its segments. */
  #beganAs = ''
  #key: SigningKey | undefined
  #inFlight: { segment: OpenSegment; batch: Batch } | undefined
  #draining: Promise<void> = Promise.resolve()
  /** Off as soon as nothing waits, so that what comes next is not left to a drain that is over. */
  #isWriting = false
  #checkpointTimer: Timer | undefined
  #checkpointDue = false
  #closing = false
  #ended = false

  constructor(settings: WriterSettings) {
    this.#settings = settings
    this.#startedAt = settings.clock.now()
    this.heads = createHeadCopies(settings.layout.heads, settings.heads)
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** The file that is written to now. */
  get segment(): string | undefined {
    return this.#segment?.name
  }

  get keyId(): string | undefined {
    return this.#key?.keyId
  }

  /** Takes a record; resolves once it is as durable as promised. An asynchronous one waits for nothing. */
  add(make: Waiting['make']): Promise<void> | undefined {
    if (this.#closing) throw new TranscriptError('the transcript is closed')
    return this.#settings.durability === 'async' ? this.#addLater(make) : this.#addAndWait(make)
  }

  /** Takes a record that tells of the transcript itself; always waits until it is written. */
  note(facts: RecordFacts): Promise<void> {
    return this.#addAndWait(() => ({ facts }))
  }

  /** Writes all that waits. Never rejects: who waits for a record is told. */
  drain(): Promise<void> {
    if (!this.#isWriting) this.#draining = this.#writeWaiting()
    return this.#draining
  }

  /** Signs what is written and waits for the copies of its head. */
  async checkpoint(): Promise<void> {
    this.#checkpointDue = true
    await this.drain()
    await this.heads.settled()
  }

  /** Writes what waits and the end of the chain. A transcript that was never written to leaves no file. */
  async close(): Promise<void> {
    this.#closing = true
    this.#checkpointTimer?.clear()
    await this.drain()
    if (this.#segment && !this.#ended) await this.#end(this.#segment)
    await this.heads.settled()
  }

  /** Does at once what `close` does, for a process that ends now. */
  closeNow(): void {
    if (this.#ended || (!this.#segment && this.#waiting.length === 0)) return
    this.#closing = true
    const head = this.#writeAllNow(this.#endFacts('exit'))
    if (head) this.heads.copyNow(head)
    this.#ended = true
    this.#register({ event: 'ended', records: this.#chain.tree.size })
  }

  #addLater(make: Waiting['make']): Promise<void> | undefined {
    // While the disk refuses, nothing can be promised before it is done.
    if (this.lastError) return this.#addAndWait(make)
    this.#waiting.push({ make, resolve() {}, reject() {} })
    if (this.#waiting.length >= MOST_WAITING) this.#writeAllNow('open')
    else if (this.#waiting.length === 1) this.#settings.clock.setTimeout(() => void this.drain(), GATHER_MS)
  }

  #addAndWait(make: Waiting['make']): Promise<void> {
    if (this.#waiting.length >= MOST_WAITING)
      throw new TranscriptError(`${MOST_WAITING} records wait to be written`)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ make, resolve, reject })
      void this.drain()
    })
  }

  async #writeWaiting(): Promise<void> {
    this.#isWriting = true
    while (this.#waiting.length > 0 || this.#checkpointDue) await this.#writeNext()
    this.#isWriting = false
  }

  /** Records are taken and put in flight in one go, so that they are always where a process that ends now finds them. */
  async #writeNext(): Promise<void> {
    let together: readonly Made[] | undefined
    try {
      const isNeeded = this.#waiting.length > 0 || this.#chain.unsigned > 0
      const segment = isNeeded ? await this.#currentSegment() : undefined
      together = this.#takeTogether()
      const end = this.#checkpointDue ? 'signed' : 'open'
      this.#checkpointDue = false
      if (segment && (together.length > 0 || this.#chain.unsigned > 0)) {
        const records = together.map(({ record }) => record)
        await this.#write(segment, segment.encode(this.#chain, records, end))
      }
      this.lastError = undefined
      for (const { resolve } of together) resolve()
    } catch (error) {
      this.#checkpointDue = false
      this.#fail(together ?? this.#takeTogether(), error)
    }
  }

  #fail(together: readonly Pick<Waiting, 'reject'>[], error: unknown): void {
    this.lastError = error
    this.failed += together.length
    for (const { reject } of together) reject(TranscriptError.of(error, this.#settings.layout.dir))
  }

  /** Takes the next records to be written in one go: few enough that a segment is left when it is full. */
  #takeTogether(): Made[] {
    const { durability, rotateBytes } = this.#settings
    return this.#take(
      durability === 'sync' ? 1 : Number.POSITIVE_INFINITY,
      Math.min(rotateBytes, MOST_BYTES_IN_BATCH),
    )
  }

  /** One that cannot be made is refused alone. */
  #take(most: number, mostBytes: number): Made[] {
    const made: Made[] = []
    let bytes = 0
    let taken = 0
    while (taken < this.#waiting.length && made.length < most && bytes < mostBytes) {
      const waiting = this.#waiting[taken]
      taken += 1
      if (!waiting) continue
      const { make, resolve, reject } = waiting
      try {
        const record = make()
        bytes += USUAL_BYTES + (record.tail?.length ?? 0)
        made.push({ record, resolve, reject })
      } catch (error) {
        this.failed += 1
        reject(error)
      }
    }
    this.#waiting.splice(0, taken)
    return made
  }

  async #write(segment: OpenSegment, batch: Batch): Promise<void> {
    this.#inFlight = { segment, batch }
    try {
      await segment.write(batch, this.#settings.durability !== 'async' || batch.head !== undefined)
      if (this.#inFlight?.batch === batch) this.#advance(batch)
    } finally {
      if (this.#inFlight?.batch === batch) this.#inFlight = undefined
    }
  }

  /**
   * Writes all that waits while the process stands still, and returns the head that was signed.
   *
   * @throws {TranscriptError} When it cannot be written; who waits for a record is told as well.
   */
  #writeAllNow(end: BatchEnd): SignedHead | undefined {
    let together: Made[] = []
    try {
      const flying = this.#inFlight
      if (flying && !flying.batch.done) {
        flying.segment.writeNow(flying.batch)
        this.#advance(flying.batch)
      }
      this.#inFlight = undefined
      const segment = this.#segment ?? this.#begin()
      together = this.#take(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)
      const records = together.map(({ record }) => record)
      const batch = segment.encode(this.#chain, records, end)
      segment.writeNow(batch)
      this.#advance(batch)
      for (const { resolve } of together) resolve()
      return batch.head
    } catch (error) {
      this.#fail(together, error)
      throw TranscriptError.of(error, this.#settings.layout.dir)
    }
  }

  /** The chain goes on from what is written now. */
  #advance({ after, head }: Batch): void {
    this.#chain = after
    this.written = after.tree.size
    if (head) this.heads.copy(head)
    this.#checkpointTimer?.clear()
    if (after.unsigned > 0 && !this.#closing) {
      this.#checkpointTimer = this.#settings.clock.setTimeout(() => void this.checkpoint(), CHECKPOINT_MS)
      this.#checkpointTimer.unref()
    }
  }

  async #currentSegment(): Promise<OpenSegment> {
    const { rotateBytes, rotateMs, clock } = this.#settings
    const segment = this.#segment ?? this.#begin()
    const isFull = segment.size >= rotateBytes || clock.now() - this.#segmentOpenedAt >= rotateMs
    if (!isFull || segment.size === 0) return segment
    if (this.#chain.unsigned > 0) await this.#write(segment, segment.encode(this.#chain, [], 'signed'))
    const next = this.#openSegment()
    segment.close()
    return next
  }

  /** Begins the writer: its folders, its key, its line in the register, its first segment. */
  #begin(): OpenSegment {
    const { layout, clock } = this.#settings
    for (const folder of [layout.dir, layout.beside, layout.salts])
      mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#key ??= this.#settings.key()
    if (this.#beganAs === '') {
      this.#register({ event: 'begun', host: hostname(), pid: process.pid, key_id: this.#key.keyId })
      this.#beganAs = timeInName(clock.date())
    }
    return this.#openSegment()
  }

  #openSegment(): OpenSegment {
    const { layout, openFile, clock, onSegment } = this.#settings
    const key = this.#key ?? this.#settings.key()
    const number = this.#segmentNumber + 1
    const name = segmentName({ startedAt: this.#beganAs, writer: this.writer, number })
    const settings = { layout, name, writer: this.writer, key, openFile, stamp: () => this.#stamp() }
    this.#segment = new OpenSegment(settings, this.#opening(number, key.keyId))
    this.#segmentNumber = number
    this.#segmentOpenedAt = clock.now()
    onSegment(number)
    return this.#segment
  }

  #opening(segment: number, key_id: string): RecordFacts {
    const { ts } = this.#stamp()
    if (segment > 1) return { type: 'segment.start', ts, start: { segment, key_id } }
    const { durability, layout } = this.#settings
    const start: SessionStart = {
      segment,
      key_id,
      durability,
      host: hostname(),
      pid: process.pid,
      toolspan: VERSION,
      node: process.version,
      writers: sealOfRegister(layout.writers),
    }
    return { type: 'session.start', ts, start }
  }

  async #end(segment: OpenSegment): Promise<void> {
    try {
      await this.#write(segment, segment.encode(this.#chain, [], this.#endFacts('close')))
      segment.close()
      this.#ended = true
      this.#register({ event: 'ended', records: this.#chain.tree.size })
    } catch (error) {
      this.lastError = error
    }
  }

  #endFacts(reason: string): RecordFacts {
    return { type: 'session.end', ts: this.#stamp().ts, end: { records: this.#chain.tree.size, reason } }
  }

  #stamp(): Stamp {
    const { clock } = this.#settings
    const monoNs = String(Math.round((clock.now() - this.#startedAt) * 1e6))
    return { ts: new Date(clock.date()).toISOString(), monoNs }
  }

  #register(entry: RegisterFacts): void {
    addToRegister(this.#settings.layout.writers, { writer: this.writer, ts: this.#stamp().ts, ...entry })
  }
}

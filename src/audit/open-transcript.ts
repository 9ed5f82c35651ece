import { type Clock, systemClock } from '../observe/clock.js'
import { withLimit } from '../observe/limit.js'
import type { TranscriptSink } from '../observe/transcript-sink.js'
import { atExit } from './at-exit.js'
import { checkTranscriptOptions } from './check-transcript-options.js'
import type { HeadsPlace } from './head-copies.js'
import { openWriters } from './open-writers.js'
import { prepareRecord, type RecordFacts } from './prepare-record.js'
import { pruneSegments } from './prune-segments.js'
import { createSalts } from './random-salts.js'
import { recordLost } from './record-lost.js'
import { type OpenSegmentFile, openSegmentFile } from './segment-file.js'
import { TranscriptError } from './transcript-error.js'
import { loadDigestKey, loadSigningKey } from './transcript-keys.js'
import { transcriptLayout } from './transcript-layout.js'
import { TranscriptWriter } from './transcript-writer.js'

/** Options of `openTranscript`. */
export interface TranscriptOptions {
  /** Folder of the segments. Default: `transcripts` below `TOOLSPAN_DIR`, else `.toolspan/transcripts`. */
  dir?: string
  /**
   * When a record counts as taken. `'sync'`: written and on the disk, each by itself. `'group'`: on the disk, together
   * with all that came meanwhile. `'async'`: at once; it is written within 10 ms. Default `'group'`.
   */
  durability?: 'sync' | 'group' | 'async'
  /** Ed25519 private key in PEM that heads are signed with. Default: one made beside the transcript. */
  key?: string
  /**
   * What a call does whose intent could not be recorded: run all the same, or end `audit_unavailable` without running.
   * Default `'continue'`.
   */
  onError?: 'continue' | 'block'
  /** Size in bytes past which a new segment is begun. Default 64 MiB. */
  rotateBytes?: number
  /** Age in milliseconds past which a new segment is begun. Default 24 hours. */
  rotateMs?: number
  /** Whole segments whose last record is older than `maxAgeMs` are deleted when a segment is begun. Default: none are. */
  retention?: { maxAgeMs: number }
  /** A second place for signed heads, best one that who writes transcripts cannot change. */
  heads?: HeadsPlace
  /** Where time comes from. Default: the real clock. */
  clock?: Clock
  /** What makes the files. Default: the file system. */
  openFile?: OpenSegmentFile
}

/** How a transcript is doing. */
export interface TranscriptHealth {
  state: 'idle' | 'writing' | 'failing' | 'closed'
  writer: string
  /** File that is written to now. */
  segment?: string
  keyId?: string
  /** Records that are written. */
  records: number
  /** Records that wait to be written. */
  waiting: number
  /** Records that could not be written. */
  failed: number
  /** Heads that could not be copied. */
  headsFailed: number
  /** Why the last record or head could not be written. */
  lastError?: string
}

/** A transcript in files: a runtime's `transcript`. */
export interface Transcript extends TranscriptSink {
  readonly dir: string
  readonly onError: 'continue' | 'block'
  /** Records something that happened to the transcript itself. */
  note(facts: RecordFacts): Promise<void>
  /** Writes and signs all that was taken. Bounded by `timeoutMs`, 5 000 by default; never rejects. */
  flush(options?: { timeoutMs?: number }): Promise<TranscriptHealth>
  /** Does that and ends the chain. What comes later is refused. */
  close(options?: { timeoutMs?: number }): Promise<TranscriptHealth>
  health(): TranscriptHealth
}

/**
 * Opens a transcript: append-only files in which no record can be changed, moved or taken out unseen. Touches nothing
 * before the first record. A process that ends without `close` still writes the end; one that is killed cannot, and what
 * it left unfinished is shown as lost.
 *
 * @throws {TypeError} When an option cannot be used.
 */
export function openTranscript(options: TranscriptOptions = {}): Transcript {
  checkTranscriptOptions(options)
  const {
    durability = 'group',
    onError = 'continue',
    clock = systemClock,
    openFile = openSegmentFile,
  } = options
  const { rotateBytes = 64 * 1024 * 1024, rotateMs = 24 * 60 * 60 * 1000 } = options
  const { retention } = options
  const layout = transcriptLayout(options.dir)
  const nextSalt = createSalts()
  let digestKey: Buffer | undefined
  let background: Promise<unknown> = Promise.resolve()
  let forgetExit: (() => void) | undefined
  let closed = false
  const writer = new TranscriptWriter({
    layout,
    durability,
    rotateBytes,
    rotateMs,
    clock,
    openFile,
    heads: options.heads,
    key: () => loadSigningKey(layout, options.key),
    onSegment(number) {
      if (retention) background = background.then(prune).catch(() => {})
      if (number > 1) return
      background = background.then(() => recordLost(note, layout, writer.writer)).catch(() => {})
    },
  })

  const note = (facts: RecordFacts) => writer.note(facts)

  /** Deletes what is older than it is to be kept. */
  async function prune(): Promise<void> {
    const open = openWriters(layout.writers)
    const isOpen = (name: string) => name === writer.writer || open.has(name)
    const before = new Date(clock.date() - (retention?.maxAgeMs ?? Number.POSITIVE_INFINITY))
    await pruneSegments({ layout, before, isOpen, note, dryRun: false })
  }

  async function within(work: () => Promise<void>, timeoutMs = 5_000): Promise<TranscriptHealth> {
    await withLimit(work, timeoutMs, clock)
    return health()
  }

  function health(): TranscriptHealth {
    const { lastError, segment, written, waiting, failed, keyId, heads } = writer
    const error = lastError ?? heads.lastError
    return {
      state: closed ? 'closed' : lastError ? 'failing' : segment ? 'writing' : 'idle',
      writer: writer.writer,
      segment,
      keyId,
      records: written,
      waiting,
      failed,
      headsFailed: heads.failed,
      ...(error !== undefined && { lastError: error instanceof Error ? error.message : String(error) }),
    }
  }

  const transcript: Transcript = {
    dir: layout.dir,
    onError,
    append(record, commit) {
      forgetExit ??= atExit(() => writer.closeNow())
      digestKey ??= orThrow(() => loadDigestKey(layout), layout.dir)
      const settings = { nextSalt, digestKey }
      const salt = nextSalt()
      const committed = { salt, commitments: commit?.(salt) }
      return writer.add(() => prepareRecord(record, committed, settings))
    },
    note,
    flush: ({ timeoutMs } = {}) => within(() => writer.checkpoint(), timeoutMs),
    close({ timeoutMs } = {}) {
      closed = true
      return within(async () => {
        await background
        await writer.close()
        forgetExit?.()
      }, timeoutMs)
    },
    health,
  }
  return transcript
}

function orThrow<T>(load: () => T, dir: string): T {
  try {
    return load()
  } catch (cause) {
    throw TranscriptError.of(cause, dir)
  }
}

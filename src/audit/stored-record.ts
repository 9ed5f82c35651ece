import type { JsonValue } from '../observe/redact/redactor.js'
import type { TranscriptRecord } from '../observe/transcript-sink.js'

/** What a record tells of: what happened in a call, or what happened to the transcript itself. */
export type StoredRecordType =
  | TranscriptRecord['type']
  | 'session.start'
  | 'segment.start'
  | 'session.end'
  | 'session.lost'
  | 'call.lost'
  | 'checkpoint'
  | 'erasure'
  | 'prune'

/** Where a writer's records are: the first and the last `seq` of each run, both inclusive. */
export type RecordRanges = Record<string, [first: number, last: number][]>

/** What the chain covers: facts and commitments, never content. Names are those of the file format. */
export interface CoveredRecord {
  v: 1
  /** Place in the writer's chain, from 0. */
  seq: number
  /** RFC 3339. */
  ts: string
  /** Nanoseconds since the writer began, which no change of the clock turns back. */
  mono_ns: string
  writer: string
  type: StoredRecordType
  session?: string
  conversation?: string
  tenant?: string
  trace_id?: string
  span_id?: string
  parent_span_id?: string
  call_id?: string
  task_id?: string
  attempt?: number
  tool?: { id: string; version?: string; schema_sha256?: string }
  agent?: string
  actor?: StoredActor
  policy?: { sha256: string }
  commit?: { transcript: string; raw?: string; model?: string; display?: string }
  repairs?: readonly string[]
  approval?: { decision?: string; mode?: string; approver?: StoredActor }
  outcome?: { status: string; duration_ns?: string }
  /** Of `session.start` and `segment.start`. */
  start?: SessionStart
  /** Of `session.end`. */
  end?: { records: number; reason: string }
  /** Of `session.lost` and `call.lost`: what another writer left without an end. */
  lost?: { writer: string; seq: number; head?: string }
  /** Of `checkpoint`: the Merkle root of all records before it, signed. */
  checkpoint?: { size: number; root: string; key_id: string; sig: string }
  /** Of `erasure`: what can no longer be read. */
  erasure?: {
    by?: string
    call_id?: string
    subject?: true
    records: RecordRanges
    stored: number
    reason?: string
  }
  /** Of `prune`: what was deleted because of its age. */
  prune?: { older_than: string; records: RecordRanges }
  /** Base64 of the SHA-256 of the record before; of 32 zero bytes before the first. */
  prev: string
}

export interface StoredActor {
  id: string
  kind?: string
  on_behalf_of?: string
}

/** How a writer began. */
export interface SessionStart {
  segment: number
  key_id: string
  host?: string
  pid?: number
  toolspan?: string
  node?: string
  durability?: string
  /** Length and hash of the register of writers, with this one in it. */
  writers?: { bytes: number; sha256: string }
}

/** What the chain does not cover, so that it can be erased: `commit.transcript` is the hash of its text. */
export interface ErasableContent {
  /** Keyed digests of what was proposed, presented, decided on and executed, and why. */
  approval?: {
    proposed?: string
    presented?: string
    decided?: string
    executed?: string
    reason?: string
  }
  redactions?: readonly { ptr: string; rule: string }[]
  /** Makes the hash of the rest one that cannot be guessed. Base64. */
  salt: string
  /** Whom the data is about. */
  subject?: string
  view: { transcript: JsonValue }
}

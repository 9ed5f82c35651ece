// Transcripts that lose no record and cannot be altered unseen: the writer, the reader, the verifier.

export { EXPORT_FORMATS, type ExportFormat, exportRecords } from './export/export-records.js'
export { type ForgetOptions, type Forgotten, forgetCalls } from './forget-calls.js'
export type { HeadsPlace } from './head-copies.js'
export {
  openTranscript,
  type Transcript,
  type TranscriptHealth,
  type TranscriptOptions,
} from './open-transcript.js'
export type { PrunableSegment } from './prune-segments.js'
export { type PruneOptions, pruneTranscript } from './prune-transcript.js'
export { type ReadRecord, type ReadTranscriptOptions, readTranscript } from './read-transcript.js'
export type { SignedHead } from './signed-head.js'
export type { CoveredRecord, ErasableContent, StoredRecordType } from './stored-record.js'
export { TranscriptError } from './transcript-error.js'
export type { Finding, FindingKind, VerdictName } from './verify/finding.js'
export type { Verdict } from './verify/verdicts.js'
export type { LostCall } from './verify/verification.js'
export { type VerifyOptions, type VerifyReport, verifyTranscript } from './verify/verify-transcript.js'

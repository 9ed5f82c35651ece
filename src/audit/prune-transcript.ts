import { openTranscript } from './open-transcript.js'
import { openWriters } from './open-writers.js'
import { type PrunableSegment, pruneSegments } from './prune-segments.js'
import { transcriptLayout } from './transcript-layout.js'

export interface PruneOptions {
  /** Folder of the segments. Default: `transcripts` below `TOOLSPAN_DIR`, else `.toolspan/transcripts`. */
  dir?: string
  /** Whole segments whose last record is older than so many milliseconds go. */
  maxAgeMs: number
  /** Only says what would go. Default `false`. */
  dryRun?: boolean
  /** Private key in PEM that the receipt is signed with. Default: the one beside the transcript. */
  key?: string
}

/** Deletes whole segments by their age, and writes a receipt of what went. Returns what went, or would go. */
export async function pruneTranscript(options: PruneOptions): Promise<PrunableSegment[]> {
  const { dir, maxAgeMs, dryRun = false, key } = options
  const layout = transcriptLayout(dir)
  const open = openWriters(layout.writers)
  const transcript = openTranscript({ dir: layout.dir, key, durability: 'sync' })
  const before = new Date(Date.now() - maxAgeMs)
  const isOpen = (writer: string) => open.has(writer)
  const pruned = await pruneSegments({ layout, before, isOpen, dryRun, note: transcript.note })
  await transcript.close()
  return pruned
}

import type { Command } from 'commander'
import type { PrunableSegment } from '../../audit/prune-segments.js'
import { pruneTranscript } from '../../audit/prune-transcript.js'
import { transcriptOf } from '../audit/transcript-of.js'
import { parseDuration } from '../parse-duration.js'
import type { Session } from '../session.js'
import type { Terminal } from '../terminal.js'
import { textTable } from '../text-table.js'

interface PruneFlags {
  olderThan: number
  dryRun?: boolean
  dir?: string
}

/** Adds `toolspan audit prune`. */
export function addAuditPrune(audit: Command, session: Session): void {
  audit
    .command('prune')
    .description('delete whole segments that are older than they are to be kept')
    .requiredOption('--older-than <time>', 'whose last record is older than this, as 180d', parseDuration)
    .option('--dry-run', 'only say what would go')
    .option('--dir <folder>', 'the transcript or local store; else TOOLSPAN_DIR, else .toolspan')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action((flags: PruneFlags) => prune(session, flags))
}

const EXAMPLES = `
What stays of a segment is a stub with its last signed root, so that the ones behind it still verify, and a receipt of
what went. A segment that was tampered with stays.

Examples:
  $ toolspan audit prune --older-than 180d --dry-run
  $ toolspan audit prune --older-than 180d
`

async function prune(session: Session, { olderThan, dryRun = false, dir: given }: PruneFlags): Promise<void> {
  const { reporter } = session
  const { dir } = await transcriptOf(session, given)
  const segments = await pruneTranscript({ dir, maxAgeMs: olderThan, dryRun })
  reporter.give({ segments, dryRun })
  reporter.show(terminal => draw(segments, dryRun, terminal))
}

function draw(segments: readonly PrunableSegment[], dryRun: boolean, terminal: Terminal): string {
  if (segments.length === 0) return 'No segment is that old.'
  const rows = segments.map(({ file, records, from, to }) => [file, String(records), from, to])
  const table = textTable(
    { head: ['segment', 'records', 'from', 'to'], rows, flexible: [0], right: [1] },
    terminal,
  )
  return `${table}\n${dryRun ? 'These would go.' : 'These are gone; a receipt says so.'}`
}

import { join } from 'node:path'
import type { Command } from 'commander'
import { type ReadRecord, readTranscript } from '../../audit/read-transcript.js'
import { readTrace } from '../../exporters/read-local-files.js'
import { renderWaterfall } from '../../exporters/waterfall.js'
import { type Session, storeOf } from '../session.js'
import { skippedLinesNote } from '../skipped-lines-note.js'

/** Adds `toolspan trace`. */
export function addTraceCommand(program: Command, session: Session): void {
  program
    .command('trace')
    .description('draw one trace of the local store with its logs')
    .argument('<id>', 'trace id, or as many of its first digits as tell it from the others')
    .option('--dir <folder>', 'the local store; else TOOLSPAN_DIR, else .toolspan')
    .option('--json', 'print spans and logs as JSON')
    .addHelpText('after', EXAMPLES)
    .action((id: string, options: { dir?: string }) => trace(session, id, options))
}

const EXAMPLES = `
An id that no trace or several traces begin with ends with exit code 2.

Examples:
  $ toolspan trace 4bf92f35
  $ toolspan trace 4bf92f35 --json | jq '.spans[].name'
`

async function trace(session: Session, id: string, { dir }: { dir?: string }): Promise<void> {
  const { reporter } = session
  const record = await readTrace(id, { dir: storeOf(session, dir) })
  if (record.skippedLines > 0) reporter.warn(skippedLinesNote(record.skippedLines))
  const kept = await transcriptRecords(storeOf(session, dir), record.traceId)
  reporter.give({ ...record, transcript: kept })
  reporter.show(terminal => {
    const waterfall = renderWaterfall(record.spans, record.logs, terminal)
    if (kept.length === 0) return waterfall
    const command = `toolspan audit show ${record.traceId.slice(0, 8)}`
    const note = `${command}  tells what the transcript has of it: ${kept.length} records`
    return `${waterfall}\n${terminal.colors.dim(note)}`
  })
}

/** Where in the transcript the calls of a trace are told of. */
async function transcriptRecords(store: string, traceId: string) {
  const found: Pick<ReadRecord, 'type' | 'call_id' | 'file' | 'line'>[] = []
  for await (const { type, call_id, file, line } of readTranscript({
    dir: join(store, 'transcripts'),
    traceId,
  }))
    found.push({ type, call_id, file, line })
  return found
}

import type { Command } from 'commander'
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
  reporter.give(record)
  reporter.show(terminal => renderWaterfall(record.spans, record.logs, terminal))
}

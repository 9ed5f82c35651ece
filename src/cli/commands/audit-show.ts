import type { Command } from 'commander'
import { type ReadRecord, readTranscript } from '../../audit/read-transcript.js'
import { addRecordOptions, filterFrom, type RecordFlags } from '../audit/record-filter.js'
import { renderRecords, renderStory } from '../audit/render-records.js'
import { transcriptOf } from '../audit/transcript-of.js'
import { parseCount } from '../parse-count.js'
import type { Session } from '../session.js'
import { skippedLinesNote } from '../skipped-lines-note.js'
import type { Terminal } from '../terminal.js'

interface ShowFlags extends RecordFlags {
  limit: number
}

/** Adds `toolspan audit show`. */
export function addAuditShow(audit: Command, session: Session): void {
  addRecordOptions(
    audit
      .command('show')
      .description('list the records of calls, or tell all of one call or trace')
      .argument('[id]', 'a call id, or a trace id or its first digits'),
  )
    .option('--limit <count>', 'how many of the last records to list', parseCount, 40)
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action((id: string | undefined, flags: ShowFlags) => show(session, id, flags))
}

const EXAMPLES = `
What is shown is what was recorded; whether it can be trusted is told by \`toolspan audit verify\`.

Examples:
  $ toolspan audit show
  $ toolspan audit show call_4b1c
  $ toolspan audit show --trace 4bf92f35
  $ toolspan audit show --tool refund --since 7d --json | jq '.records[].approval'
`

async function show(session: Session, id: string | undefined, flags: ShowFlags): Promise<void> {
  const { reporter } = session
  const { dir } = await transcriptOf(session, flags.dir)
  const found = await find(dir, id, flags)
  if (found.skipped > 0) reporter.warn(skippedLinesNote(found.skipped))
  reporter.give({ records: found.records, matched: found.matched })
  const isStory = id !== undefined || flags.call !== undefined || flags.trace !== undefined
  reporter.show(terminal => draw(found, isStory, terminal))
}

interface Found {
  records: ReadRecord[]
  matched: number
  skipped: number
}

/** Finds the last records that match; an id may be that of a call or of a trace. */
async function find(dir: string, id: string | undefined, flags: ShowFlags): Promise<Found> {
  const filter = filterFrom(flags)
  if (id === undefined) return take(readAll(dir, filter), flags)
  const ofCall = await take(readAll(dir, { ...filter, callId: id }), { limit: Number.POSITIVE_INFINITY })
  if (ofCall.records.length > 0 || !/^[0-9a-f]{4,32}$/i.test(id)) return ofCall
  return take(readAll(dir, { ...filter, traceId: id.toLowerCase() }), { limit: Number.POSITIVE_INFINITY })
}

function readAll(dir: string, filter: ReturnType<typeof filterFrom>) {
  const skipped = { count: 0 }
  const onSkippedLine = () => {
    skipped.count += 1
  }
  return { records: readTranscript({ ...filter, dir, onSkippedLine }), skipped }
}

async function take(reading: ReturnType<typeof readAll>, { limit }: { limit: number }): Promise<Found> {
  const records: ReadRecord[] = []
  let matched = 0
  for await (const record of reading.records) {
    if (record.call_id === undefined && record.type !== 'erasure' && record.type !== 'prune') continue
    matched += 1
    records.push(record)
    if (records.length > limit) records.shift()
  }
  return { records, matched, skipped: reading.skipped.count }
}

function draw({ records, matched }: Found, isStory: boolean, terminal: Terminal): string {
  if (records.length === 0) return 'No record matches.'
  if (isStory) return renderStory(records, terminal)
  const more = matched - records.length
  const note = more > 0 ? `\n${terminal.colors.dim(`${more} earlier; --limit ${matched} shows all`)}` : ''
  return `${renderRecords(records, terminal)}${note}`
}

import { type Command, Option } from 'commander'
import { formatDuration } from '../../exporters/format-duration.js'
import { printable } from '../../exporters/printable.js'
import { type FindTracesOptions, type FoundTraces, findTraces } from '../../exporters/read-local-files.js'
import type { TraceSummary } from '../../exporters/trace-summary.js'
import { OUTCOMES } from '../../runtime/outcome.js'
import { paintOutcome } from '../paint-outcome.js'
import { parseCount } from '../parse-count.js'
import { parseDuration } from '../parse-duration.js'
import { parseSince } from '../parse-since.js'
import { relativeStore, type Session, storeOf } from '../session.js'
import { shortIds } from '../short-ids.js'
import { skippedLinesNote } from '../skipped-lines-note.js'
import type { Terminal } from '../terminal.js'
import { textTable } from '../text-table.js'

interface TracesOptions {
  tool?: string
  outcome?: string
  minDuration?: number
  since?: Date
  limit: number
  dir?: string
}

/** Adds `toolspan traces`. */
export function addTracesCommand(program: Command, session: Session): void {
  program
    .command('traces')
    .description('search the traces of the local store, newest first')
    .option('--tool <name>', 'with a call of this tool')
    .addOption(new Option('--outcome <word>', 'with a call that ended so').choices(Object.keys(OUTCOMES)))
    .option('--min-duration <time>', 'that took at least so long, as 250ms or 2s', parseDuration)
    .option('--since <time>', 'that began since then, as 1h or 2025-01-31T09:00', text => parseSince(text))
    .option('--limit <count>', 'how many to show', parseCount, 20)
    .option('--dir <folder>', 'the local store; else TOOLSPAN_DIR, else .toolspan')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action((options: TracesOptions) => traces(session, options))
}

const EXAMPLES = `
All conditions must hold; tool and outcome for one same call. The table shows that call, else the outermost, and after
a + how many more calls the trace has; the words for how they ended follow that of the call.

Examples:
  $ toolspan traces --outcome error --since 1h
  $ toolspan traces --tool search-files --min-duration 250ms --json
`

async function traces(session: Session, options: TracesOptions): Promise<void> {
  const { reporter } = session
  const { minDuration, dir, ...rest } = options
  const search: FindTracesOptions = { ...rest, minDurationMs: minDuration, dir: storeOf(session, dir) }
  const found = await findTraces(search)
  if (found.skippedLines > 0) reporter.warn(skippedLinesNote(found.skippedLines))
  reporter.give(found)
  if (found.traces.length > 0) return reporter.show(terminal => tableOf(found, terminal))
  const { matched } = await findTraces({ dir: search.dir, limit: 1 })
  const store = relativeStore(session, dir)
  reporter.show(() =>
    matched > 0 ? `None of the ${matched} traces in ${store} matches.` : emptyStore(store),
  )
}

function emptyStore(store: string): string {
  return `There are no traces in ${store} yet. Run \`toolspan demo\`, or call a tool of yours: toolspan call <module> <tool> --input '{}'`
}

function tableOf({ traces, matched }: FoundTraces, terminal: Terminal): string {
  const short = shortIds(traces.map(({ traceId }) => traceId))
  const rows = traces.map(trace => rowOf(trace, short(trace.traceId), terminal))
  const head = ['trace', 'started', 'tool', 'outcome', 'duration', 'spans']
  const table = textTable({ head, rows, flexible: [2, 3], right: [4, 5] }, terminal)
  const more = matched - traces.length
  return more > 0 ? `${table}\n${terminal.colors.dim(`${more} more; --limit ${matched} shows all`)}` : table
}

function rowOf(trace: TraceSummary, id: string, terminal: Terminal): string[] {
  return [
    terminal.colors.cyan(id),
    localTime(trace.startTime),
    toolText(trace),
    outcomeText(trace, terminal),
    formatDuration(trace.durationMs),
    String(trace.spanCount),
  ]
}

/** Names the tool of the matching call, and says how many more calls the trace has. */
function toolText({ tool, rootName, calls }: TraceSummary): string {
  return printable(tool ?? rootName) + (calls > 1 ? ` +${calls - 1}` : '')
}

/** The word of the call, then those of other calls that ended otherwise; a trace without a call has no word. */
function outcomeText({ tool, outcome, outcomes, error }: TraceSummary, terminal: Terminal): string {
  if (tool === undefined) return error ? terminal.colors.red('(failed)') : '-'
  const others = Object.entries(outcomes).filter(([word]) => word !== outcome)
  const first = outcome === undefined ? '-' : paintOutcome(printable(outcome), terminal)
  return [
    first,
    ...others.map(([word, count]) => `${count} ${paintOutcome(printable(word), terminal)}`),
  ].join(', ')
}

/** Writes a time as the reader's clock shows it, to the second. */
function localTime(iso: string): string {
  const date = new Date(iso)
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 19).replace('T', ' ')
}

import type { ReadRecord } from '../../audit/read-transcript.js'
import type { StoredActor } from '../../audit/stored-record.js'
import { formatDuration } from '../../exporters/format-duration.js'
import { printable } from '../../exporters/printable.js'
import type { Terminal } from '../terminal.js'
import { textTable } from '../text-table.js'
import { toJson } from '../to-json.js'

/** Draws records as a table, one a row. */
export function renderRecords(records: readonly ReadRecord[], terminal: Terminal): string {
  const rows = records.map(record => [
    record.ts.replace('T', ' ').replace(/\.\d+Z$/, ''),
    printable(record.tool?.id ?? ''),
    record.type,
    outcomeOf(record),
    printable(record.actor?.id ?? ''),
    terminal.colors.cyan(printable(record.call_id ?? record.writer)),
  ])
  const head = ['time (UTC)', 'tool', 'record', 'outcome', 'actor', 'call']
  return textTable({ head, rows, flexible: [1, 5, 4] }, terminal)
}

/** Draws records with all that they say, for one call or one trace. */
export function renderStory(records: readonly ReadRecord[], terminal: Terminal): string {
  const traces = [...new Set(records.flatMap(({ trace_id }) => trace_id ?? []))]
  const links = traces.map(trace =>
    terminal.colors.dim(`toolspan trace ${trace.slice(0, 8)}  draws the trace`),
  )
  return [...records.map(record => part(record, terminal)), links.join('\n')].filter(Boolean).join('\n\n')
}

function part(record: ReadRecord, { colors }: Terminal): string {
  const { ts, type, tool, outcome, file, line } = record
  const took = outcome?.duration_ns ? formatDuration(Number(outcome.duration_ns) / 1e6) : ''
  const title = [ts, colors.bold(type), printable(tool?.id ?? ''), outcomeOf(record), took].filter(Boolean)
  const facts = factsOf(record).map(([name, value]) => `  ${colors.dim(name.padEnd(9))} ${printable(value)}`)
  const view = record.erased ? colors.dim('  (erased)') : viewOf(record)
  return [title.join('  '), ...facts, ...(view ? [view] : []), colors.dim(`  ${file}:${line}`)].join('\n')
}

function viewOf({ view }: ReadRecord): string {
  if (view === undefined) return ''
  const lines = toJson(view).split('\n')
  return lines.map(line => `  ${printable(line)}`).join('\n')
}

function factsOf(record: ReadRecord): [name: string, value: string][] {
  const { call_id, actor, subject, tenant, session, approval, redactions, policy, lost, erasure } = record
  const facts: [string, string | undefined][] = [
    ['call', call_id],
    ['actor', actor && actorText(actor)],
    ['subject', subject],
    ['tenant', tenant],
    ['session', session],
    ['decision', approval?.decision && decisionText(approval)],
    ['redacted', redactions?.map(({ ptr, rule }) => `${ptr || '/'} (${rule})`).join(', ')],
    ['policy', policy?.sha256.slice(0, 12)],
    ['lost', lost && `record ${lost.seq} of ${lost.writer}`],
    [
      'erased',
      erasure &&
        `${Object.keys(erasure.records).length} writers${erasure.reason ? `, ${erasure.reason}` : ''}`,
    ],
  ]
  return facts.flatMap(([name, value]) => (value ? [[name, value]] : []))
}

function actorText({ id, kind, on_behalf_of }: StoredActor): string {
  return [id, kind && `(${kind})`, on_behalf_of && `for ${on_behalf_of}`].filter(Boolean).join(' ')
}

function decisionText({ decision, approver, mode, reason }: NonNullable<ReadRecord['approval']>): string {
  const words = [
    decision,
    approver && `by ${actorText(approver)}`,
    mode && `(${mode})`,
    reason && `"${reason}"`,
  ]
  return words.filter(Boolean).join(' ')
}

function outcomeOf({ outcome, approval, lost }: ReadRecord): string {
  return outcome?.status ?? approval?.decision ?? (lost ? 'lost' : '')
}

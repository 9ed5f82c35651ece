import type { ReadRecord } from '../read-transcript.js'
import type { StoredActor } from '../stored-record.js'

/** Writes records as a document to read: one section a record, in the order of time. */
export async function* toMarkdown(records: AsyncIterable<ReadRecord>): AsyncGenerator<string> {
  yield '# Transcript\n'
  for await (const record of records) yield section(record)
}

function section(record: ReadRecord): string {
  const { ts, type, tool, outcome, file, line } = record
  const title = [escaped(tool?.id ?? ''), type, outcome?.status].filter(Boolean).join(' · ')
  const facts = factsOf(record).map(([name, value]) => `- ${name}: ${value}`)
  return `\n## ${ts} · ${title}\n\n${facts.join('\n')}\n${content(record)}\n<sub>${file}:${line}</sub>\n`
}

function factsOf(record: ReadRecord): [name: string, value: string][] {
  const { call_id, actor, subject, trace_id, outcome, approval, redactions } = record
  const facts: [string, string | undefined][] = [
    ['call', call_id && code(call_id)],
    ['actor', actor && actorText(actor)],
    ['subject', subject && code(subject)],
    ['trace', trace_id && code(trace_id)],
    ['took', outcome?.duration_ns && `${Number(outcome.duration_ns) / 1e6} ms`],
    ['decision', approval?.decision && decisionText(approval)],
    ['redacted', redactions?.map(({ ptr, rule }) => `${code(ptr || '/')} (${escaped(rule)})`).join(', ')],
  ]
  return facts.flatMap(([name, value]) => (value ? [[name, value]] : []))
}

function actorText({ id, kind, on_behalf_of }: StoredActor): string {
  return [code(id), kind && escaped(kind), on_behalf_of && `for ${code(on_behalf_of)}`]
    .filter(Boolean)
    .join(' ')
}

function decisionText({ decision = '', approver, reason }: NonNullable<ReadRecord['approval']>): string {
  return [decision, approver && `by ${actorText(approver)}`, reason && `“${escaped(reason)}”`]
    .filter(Boolean)
    .join(' ')
}

function content({ view, erased }: ReadRecord): string {
  if (erased) return '\n_The content was erased._\n'
  if (view === undefined) return ''
  const text = JSON.stringify(view, null, 2)
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `\n${fence}json\n${text}\n${fence}\n`
}

/** A text may not end the code it stands in. */
function code(text: string): string {
  const mark = '`'.repeat(longestRun(text) + 1)
  const space = mark.length > 1 ? ' ' : ''
  return `${mark}${space}${text.replaceAll(/[\r\n]+/g, ' ')}${space}${mark}`
}

function escaped(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ').replaceAll(/[\\`*_[\]<>|#]/g, '\\$&')
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}

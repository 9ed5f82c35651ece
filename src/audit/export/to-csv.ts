import type { ReadRecord } from '../read-transcript.js'

/** The columns, and what stands in each. */
const COLUMNS: Record<string, (record: ReadRecord) => string | number | undefined> = {
  ts: record => record.ts,
  type: record => record.type,
  tool: record => record.tool?.id,
  tool_version: record => record.tool?.version,
  call_id: record => record.call_id,
  outcome: record => record.outcome?.status,
  duration_ms: record => milliseconds(record.outcome?.duration_ns),
  actor: record => record.actor?.id,
  actor_kind: record => record.actor?.kind,
  on_behalf_of: record => record.actor?.on_behalf_of,
  subject: record => record.subject,
  tenant: record => record.tenant,
  session: record => record.session,
  decision: record => record.approval?.decision,
  approver: record => record.approval?.approver?.id,
  reason: record => record.approval?.reason,
  trace_id: record => record.trace_id,
  span_id: record => record.span_id,
  policy_sha256: record => record.policy?.sha256,
  redactions: record => record.redactions?.length,
  view: record => (record.erased ? '[erased]' : record.view === undefined ? '' : JSON.stringify(record.view)),
  writer: record => record.writer,
  seq: record => record.seq,
  hash: record => record.hash,
}

/** Writes records as a table (RFC 4180), one a row. */
export async function* toCsv(records: AsyncIterable<ReadRecord>): AsyncGenerator<string> {
  yield `${Object.keys(COLUMNS).join(',')}\r\n`
  for await (const record of records)
    yield `${Object.values(COLUMNS)
      .map(column => cell(column(record)))
      .join(',')}\r\n`
}

/** A spreadsheet runs a cell that begins like a formula, so that such a text is given an apostrophe. */
function cell(value: string | number | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function milliseconds(ns: string | undefined): number | undefined {
  return ns === undefined ? undefined : Number(ns) / 1e6
}

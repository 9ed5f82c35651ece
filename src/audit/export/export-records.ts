import type { ReadRecord } from '../read-transcript.js'
import { toAtif } from './to-atif.js'
import { toCsv } from './to-csv.js'
import { toMarkdown } from './to-markdown.js'
import { toOtel } from './to-otel.js'

/** The forms that records can be given in. */
export const EXPORT_FORMATS = ['md', 'otel', 'atif', 'csv'] as const

export type ExportFormat = (typeof EXPORT_FORMATS)[number]

const WRITERS: Record<ExportFormat, (records: AsyncIterable<ReadRecord>) => AsyncGenerator<string>> = {
  md: toMarkdown,
  otel: toOtel,
  atif: toAtif,
  csv: toCsv,
}

/**
 * Writes records in another form, piece by piece: Markdown to read, OpenTelemetry GenAI events as OTLP/JSON log lines, an
 * agent trajectory (ATIF), a table (CSV). Only calls are in it, not what concerns the transcript itself.
 */
export function exportRecords(
  records: AsyncIterable<ReadRecord>,
  format: ExportFormat,
): AsyncGenerator<string> {
  return WRITERS[format](callRecords(records))
}

async function* callRecords(records: AsyncIterable<ReadRecord>): AsyncGenerator<ReadRecord> {
  for await (const record of records) if (record.call_id !== undefined) yield record
}

import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Command, Option } from 'commander'
import { EXPORT_FORMATS, type ExportFormat, exportRecords } from '../../audit/export/export-records.js'
import { readTranscript } from '../../audit/read-transcript.js'
import { printable } from '../../exporters/printable.js'
import { addRecordOptions, filterFrom, type RecordFlags } from '../audit/record-filter.js'
import { transcriptOf } from '../audit/transcript-of.js'
import { cliError } from '../cli-error.js'
import type { Session } from '../session.js'

interface ExportFlags extends RecordFlags {
  format: ExportFormat
  out?: string
}

/** Adds `toolspan audit export`. */
export function addAuditExport(audit: Command, session: Session): void {
  addRecordOptions(audit.command('export').description('write the records of calls in another form'))
    .addOption(new Option('--format <form>', 'md, otel, atif or csv').choices(EXPORT_FORMATS).default('md'))
    .option('--out <file>', 'where to; else standard output')
    .option('--json', 'print how it went as JSON; needs --out')
    .addHelpText('after', EXAMPLES)
    .action((flags: ExportFlags & { json?: boolean }) => exportTo(session, flags))
}

const EXAMPLES = `
  md    a document to read
  otel  OpenTelemetry GenAI events: OTLP log records as JSON, one a line
  atif  an agent trajectory (ATIF 1.7); give --session for one of one session
  csv   a table

Examples:
  $ toolspan audit export --format csv --since 30d --out calls.csv
  $ toolspan audit export --call call_4b1c > story.md
  $ toolspan audit export --format atif --session s-17 | jq '.steps | length'
`

async function exportTo(session: Session, flags: ExportFlags & { json?: boolean }): Promise<void> {
  const { cli, reporter } = session
  if (flags.json && flags.out === undefined)
    throw cliError('usage', '--json tells how the export went, so that it needs --out for the export itself')
  const { dir } = await transcriptOf(session, flags.dir)
  const counted = { records: 0 }
  const text = exportRecords(count(readTranscript({ ...filterFrom(flags), dir }), counted), flags.format)
  if (flags.out === undefined) {
    for await (const piece of text) await new Promise<void>(done => cli.stdout.write(piece, () => done()))
    return
  }
  const file = resolve(cli.cwd(), flags.out)
  await writeWhole(file, text)
  reporter.give({ file, format: flags.format, records: counted.records })
  reporter.show(() => `${counted.records} records are in ${printable(flags.out ?? file)}.`)
}

async function* count<T>(items: AsyncIterable<T>, counted: { records: number }): AsyncGenerator<T> {
  for await (const item of items) {
    counted.records += 1
    yield item
  }
}

/** Writes a file whole or not at all. */
async function writeWhole(file: string, text: AsyncIterable<string>): Promise<void> {
  const draft = `${file}.draft`
  try {
    await pipeline(Readable.from(text), createWriteStream(draft, { mode: 0o600 }))
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error
    throw cliError(
      'usage',
      `${printable(file)} cannot be written (${error.code}); check the path after --out`,
    )
  }
}

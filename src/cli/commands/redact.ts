import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { printable } from '../../exporters/printable.js'
import { createRedactor } from '../../observe/redact/create-redactor.js'
import type { JsonValue, Redactor } from '../../observe/redact/redactor.js'
import { cliError } from '../cli-error.js'
import type { CliProcess } from '../cli-process.js'
import { type BlockPart, blockParts } from '../redact/block-parts.js'
import { explainPart, type FoundRedaction } from '../redact/explain-part.js'
import { terminalSafe } from '../redact/terminal-safe.js'
import { textBlocks } from '../redact/text-blocks.js'
import type { Session } from '../session.js'

interface RedactOptions {
  explain?: boolean
  json?: boolean
  pii?: boolean
}

/** Adds `toolspan redact`. */
export function addRedactCommand(program: Command, session: Session): void {
  program
    .command('redact')
    .description('take the secrets out of a text or JSON')
    .argument('[file]', 'what to read; - or nothing for standard input', '-')
    .option('--explain', 'list the rule and place of each redaction, never the value')
    .option('--pii', 'take out e-mail addresses, telephone numbers and IP addresses too')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action((file: string, options: RedactOptions) => redact(session, file, options))
}

const EXAMPLES = `
JSON stays JSON, line by line or as one document, and all else is read as text. Long input is read in blocks, so that it
may be piped through. Escapes and control characters are dropped, as they can hide a secret or trick a terminal.
--explain gives places as JSON Pointers in JSON, and as line numbers.

Examples:
  $ toolspan redact app.log > shareable.log
  $ kubectl logs web-0 | toolspan redact --pii
  $ toolspan redact --explain request.json
  $ toolspan redact --json - < trace.jsonl | jq .redactions
`

async function redact(session: Session, file: string, options: RedactOptions): Promise<void> {
  const { cli, reporter } = session
  const redactor = createRedactor({ pii: options.pii ?? false })
  const outputs: JsonValue[] = []
  const redactions: FoundRedaction[] = []
  for await (const part of partsOf(file, cli)) {
    if (options.explain || options.json) redactions.push(...explainPart(redactor, part))
    if (options.explain) continue
    if (options.json) outputs.push(redactedValue(redactor, part))
    else await write(cli, redactor.redactText(part.text) + part.end)
  }
  reporter.give({ ...(!options.explain && { redacted: oneOf(outputs) }), redactions })
  if (options.explain) reporter.show(() => explanation(redactions))
}

async function* partsOf(file: string, cli: CliProcess): AsyncGenerator<BlockPart> {
  const source = file === '-' ? cli.stdin : createReadStream(resolve(cli.cwd(), file))
  try {
    for await (const { text, line } of textBlocks(source))
      yield* blockParts({ text: terminalSafe(text), line })
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error
    throw cliError(
      'usage',
      `${printable(file)} cannot be read (${error.code}); give a file, or - for standard input`,
    )
  }
}

function redactedValue(redactor: Redactor, { json, text, end }: BlockPart): JsonValue {
  return json ? redactor.redact(json.value) : redactor.redactText(text) + end
}

function oneOf(outputs: JsonValue[]): JsonValue {
  if (outputs.every(output => typeof output === 'string')) return outputs.join('')
  return outputs.length === 1 ? (outputs[0] ?? null) : outputs
}

function explanation(redactions: readonly FoundRedaction[]): string {
  if (redactions.length === 0) return 'nothing to redact'
  const widest = Math.max(...redactions.map(({ rule }) => rule.length))
  return redactions
    .map(({ rule, line, pointer }) =>
      [
        printable(rule).padEnd(widest),
        line && `line ${line}`,
        pointer !== undefined && printable(pointer || '(all)'),
      ]
        .filter(Boolean)
        .join('  '),
    )
    .join('\n')
}

function write({ stdout }: CliProcess, text: string): Promise<void> {
  return new Promise(done => {
    stdout.write(text, () => done())
  })
}

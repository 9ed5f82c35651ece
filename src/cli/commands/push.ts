import { relative } from 'node:path'
import { type Command, Option } from 'commander'
import type { OtlpProtocol } from '../../exporters/otlp-target.js'
import { PushError } from '../../exporters/push-error.js'
import { type PushReport, pushStore, type StoredSignal } from '../../exporters/push-store.js'
import { cliError } from '../cli-error.js'
import { formatBytes } from '../demo/format-bytes.js'
import { createProgressLine } from '../demo/progress-line.js'
import { INTERRUPTED, interruptible } from '../interruptible.js'
import { type Session, storeOf } from '../session.js'
import { skippedLinesNote } from '../skipped-lines-note.js'

interface PushCommandOptions {
  endpoint: string
  protocol?: OtlpProtocol
  header?: Record<string, string>
  only?: StoredSignal
  again: boolean
  dir?: string
}

/** Adds `toolspan push`. */
export function addPushCommand(program: Command, session: Session): void {
  program
    .command('push')
    .description('send the local store to an OTLP endpoint: a collector, Jaeger, Tempo, any vendor')
    .requiredOption('--endpoint <url>', 'where to, such as http://localhost:4318')
    .addOption(
      new Option(
        '--protocol <name>',
        'how; else what OTEL_EXPORTER_OTLP_PROTOCOL says, else http/json',
      ).choices(['http/json', 'http/protobuf', 'grpc']),
    )
    .option(
      '--header <name=value>',
      'a header of every request, such as an API key; may be repeated',
      addHeader,
    )
    .addOption(new Option('--only <signal>', 'traces or logs alone').choices(['traces', 'logs']))
    .option('--again', 'send what was sent there before too', false)
    .option('--dir <folder>', 'the local store; else TOOLSPAN_DIR, else .toolspan')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action((options: PushCommandOptions) => push(session, options))
}

const EXAMPLES = `
Every line of the store is sent once to an address; what was sent is remembered in push.json beside it. A push that was
stopped or failed goes on where it was, and lines that come later are sent by the next one. Headers may stand in
OTEL_EXPORTER_OTLP_HEADERS too, where no list of processes shows them.

Exit codes:
  0    all of it arrived, or there was nothing new
  1    something did not arrive
  2    the command line is wrong
  130  stopped with Ctrl-C; the next push goes on from there

Examples:
  $ toolspan push --endpoint http://localhost:4318
  $ toolspan push --endpoint http://localhost:4317 --protocol grpc --only traces
  $ toolspan push --endpoint https://otlp.example.com --header "api-key=$KEY"
`

async function push(session: Session, options: PushCommandOptions): Promise<void> {
  const { cli, reporter } = session
  const { endpoint, protocol, header, only, again } = options
  const dir = storeOf(session, options.dir)
  const progress = createProgressLine(cli.stderr)
  const { value: report, interrupted } = await interruptible(cli, signal =>
    pushStore({
      dir,
      otlp: { endpoint, protocol, headers: header },
      signals: only ? [only] : ['traces', 'logs'],
      again,
      env: cli.env,
      signal,
      onProgress: ({ bytes, of }) => progress.update(`${formatBytes(bytes)} of ${formatBytes(of)} sent`),
    }),
  )
    .catch(toCliError)
    .finally(() => progress.clear())
  for (const problem of problemsOf(report)) reporter.warn(problem)
  reporter.give({ endpoint: shown(endpoint), ...report })
  reporter.show(() => sentence(report, shown(endpoint), relative(cli.cwd(), dir) || '.'))
  if (interrupted) session.exit(INTERRUPTED)
  else if (report.problems.length > 0 || isRefused(report, only)) session.exit(1)
}

/** A receiver that takes traces alone has taken what there was for it, unless logs alone were to be sent. */
function isRefused({ notTaken }: PushReport, only: StoredSignal | undefined): boolean {
  return only === 'logs' && notTaken.length > 0
}

function addHeader(pair: string, before: Record<string, string> = {}): Record<string, string> {
  const at = pair.indexOf('=')
  if (at < 1) throw cliError('usage', 'a header is given as name=value')
  return { ...before, [pair.slice(0, at).trim()]: pair.slice(at + 1).trim() }
}

function toCliError(error: unknown): never {
  if (error instanceof TypeError && error.message.includes('endpoint')) throw cliError('usage', error.message)
  if (error instanceof PushError) throw cliError('push', error.message)
  throw error
}

function problemsOf({ problems, skippedLines, notTaken, leftBytes }: PushReport): string[] {
  return [
    ...problems,
    ...(notTaken.length > 0 && leftBytes === 0 ? [NO_LOGS] : []),
    ...(skippedLines > 0 ? [skippedLinesNote(skippedLines)] : []),
  ]
}

const NO_LOGS =
  'the endpoint takes no logs, as Jaeger does not; spans carry them as events, and --only traces leaves them out'

function sentence({ sent, refused, leftBytes }: PushReport, endpoint: string, store: string): string {
  const arrived = [counted(sent.spans, 'span'), counted(sent.logRecords, 'log record')].filter(Boolean)
  const lost = [counted(refused.spans, 'span'), counted(refused.logRecords, 'log record')].filter(Boolean)
  const parts = [
    arrived.length > 0 ? `Sent ${arrived.join(' and ')} to ${endpoint}` : undefined,
    lost.length > 0 ? `${lost.join(' and ')} were refused and are not sent again` : undefined,
    leftBytes > 0 ? `${formatBytes(leftBytes)} are left for the next push` : undefined,
  ].filter(part => part !== undefined)
  return parts.length > 0 ? `${parts.join('; ')}.` : `There is nothing new in ${store} for ${endpoint}.`
}

function counted(count: number, noun: string): string | undefined {
  if (count === 0) return undefined
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}

/** An address may hold credentials, which are nobody's to print. */
function shown(endpoint: string): string {
  if (!URL.canParse(endpoint)) return endpoint
  const { origin, host, pathname } = new URL(endpoint)
  return (origin === 'null' ? host : origin) + (pathname === '/' ? '' : pathname)
}

import type { Command } from 'commander'
import { demoDocument } from '../demo/demo-document.js'
import { keepCalling } from '../demo/keep-calling.js'
import { createProgressLine } from '../demo/progress-line.js'
import { recordDemo } from '../demo/record-demo.js'
import { renderDemo } from '../demo/render-demo.js'
import { INTERRUPTED, interruptible } from '../interruptible.js'
import { parseDuration } from '../parse-duration.js'
import { type Session, storeOf } from '../session.js'

/** Adds `toolspan demo`. */
export function addDemoCommand(program: Command, session: Session): void {
  program
    .command('demo')
    .description('run the example tools and show what was recorded')
    .option(
      '--for <time>',
      'keep calling for so long, as 10m, so that there is something to watch',
      parseDuration,
    )
    .option('--json', 'print one JSON document')
    .addHelpText('after', EXAMPLES)
    .action((options: { for?: number }) => (options.for ? watch(session, options.for) : demo(session)))
}

const EXAMPLES = `
Makes a few dozen calls on files of this package and a web server of its own on loopback; it reaches nothing outside.
What it records stays in the local store (TOOLSPAN_DIR, else .toolspan). It searches that for the secrets its tools
held, and ends with 1 if it finds one.

Examples:
  $ toolspan demo
  $ toolspan demo --json | jq .latencies
  $ OTEL_METRICS_EXPORTER=prometheus toolspan demo --for 10m
`

/** Makes the calls over and over; what is recorded goes where the standard variables say. */
async function watch({ cli, reporter, exit }: Session, forMs: number): Promise<void> {
  const progress = createProgressLine(cli.stderr)
  const onProgress = (ended: number) => progress.update(`${ended} calls have ended; Ctrl-C stops`)
  const { value, interrupted } = await interruptible(cli, signal =>
    keepCalling({ cwd: cli.cwd(), forMs, signal, onProgress }),
  ).finally(progress.clear)
  if (value.warning) reporter.warn(value.warning)
  reporter.give({ calls: value.calls })
  reporter.show(() => `${value.calls} calls were made.`)
  if (interrupted) exit(INTERRUPTED)
}

async function demo(session: Session): Promise<void> {
  const { cli, reporter, exit } = session
  const progress = createProgressLine(cli.stderr)
  const onProgress = (ended: number, of: number) => progress.update(`${ended} of ${of} calls have ended`)
  const cwd = cli.cwd()
  const recording = await recordDemo({ dir: storeOf(session), cwd, onProgress }).finally(progress.clear)
  if (recording.warning) reporter.warn(recording.warning)
  reporter.show(terminal => renderDemo(recording, terminal, cwd))
  reporter.give(demoDocument(recording, cwd))
  exit(recording.secrets.found > 0 ? 1 : recording.verification.exitCode)
}

import type { Command } from 'commander'
import { demoDocument } from '../demo/demo-document.js'
import { createProgressLine } from '../demo/progress-line.js'
import { recordDemo } from '../demo/record-demo.js'
import { renderDemo } from '../demo/render-demo.js'
import { type Session, storeOf } from '../session.js'

/** Adds `toolspan demo`. */
export function addDemoCommand(program: Command, session: Session): void {
  program
    .command('demo')
    .description('run the example tools and show what was recorded')
    .option('--json', 'print one JSON document')
    .addHelpText('after', EXAMPLES)
    .action(() => demo(session))
}

const EXAMPLES = `
Makes a few dozen calls on files of this package and a web server of its own on loopback; it reaches nothing outside.
What it records stays in the local store (TOOLSPAN_DIR, else .toolspan). It searches that for the secrets its tools
held, and ends with 1 if it finds one.

Examples:
  $ toolspan demo
  $ toolspan demo --json | jq .latencies
`

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

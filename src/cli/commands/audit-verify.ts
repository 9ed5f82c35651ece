import { relative, resolve } from 'node:path'
import type { Command } from 'commander'
import { type VerifyReport, verifyTranscript } from '../../audit/verify/verify-transcript.js'
import { renderVerification } from '../audit/render-verification.js'
import { transcriptOf } from '../audit/transcript-of.js'
import { cliError } from '../cli-error.js'
import type { Session } from '../session.js'

interface VerifyFlags {
  pub?: string
  anchor?: string
  secrets: boolean
  strict?: boolean
  dir?: string
}

/** Adds `toolspan audit verify`. */
export function addAuditVerify(audit: Command, session: Session): void {
  audit
    .command('verify')
    .description('tell whether a transcript was changed, and whether it is complete')
    .argument('[dir]', 'folder of the transcript or of the local store; else TOOLSPAN_DIR, else .toolspan')
    .option('--anchor <heads>', 'heads kept elsewhere: a heads.jsonl, its folder, or size:root')
    .option('--pub <key>', 'public key in PEM, or a folder of them; else those beside the transcript')
    .option('--strict', 'end with 4 if it is not signed or not anchored')
    .option('--no-secrets', 'do not search the views for secrets')
    .option('--dir <folder>', 'the same as the argument')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action((dir: string | undefined, flags: VerifyFlags) => verify(session, dir ?? flags.dir, flags))
}

const EXAMPLES = `
Exit codes:
  0  nothing was changed
  1  changed, or what ran is not what was decided on, or a secret stands in it
  2  the command line is wrong, or there is no transcript
  3  a writer stopped without an end, as after a crash
  4  with --strict alone: not signed, or not anchored

Without an anchor nobody can tell what was cut off together with the heads beside the transcript: whether it is complete
is then unknown.

Examples:
  $ toolspan audit verify
  $ toolspan audit verify ./evidence/transcripts --anchor ./from-the-other-system/heads.jsonl --pub ./key.pem --strict
  $ toolspan audit verify --json | jq .verdicts
`

async function verify(session: Session, dir: string | undefined, flags: VerifyFlags): Promise<void> {
  const { cli, reporter, exit } = session
  const place = await transcriptOf(session, dir)
  const path = (given: string) => resolve(cli.cwd(), given)
  const report = await orUsage(() =>
    verifyTranscript({
      dir: place.dir,
      anchor: flags.anchor && (/^\d+:/.test(flags.anchor) ? flags.anchor : path(flags.anchor)),
      publicKey: flags.pub && path(flags.pub),
      strict: flags.strict,
      ...(!flags.secrets && { redactor: false as const }),
    }),
  )
  reporter.give(report)
  reporter.show(terminal => renderVerification(report, relative(cli.cwd(), place.dir) || '.', terminal))
  exit(report.exitCode)
}

async function orUsage(verifying: () => Promise<VerifyReport>): Promise<VerifyReport> {
  try {
    return await verifying()
  } catch (error) {
    if (error instanceof TypeError) throw cliError('audit', error.message)
    throw error
  }
}

import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { problemWithProof, proveRecords, type RecordProof } from '../../audit/prove-records.js'
import { readPublicKeys } from '../../audit/transcript-keys.js'
import { transcriptLayout } from '../../audit/transcript-layout.js'
import { printable } from '../../exporters/printable.js'
import { counted } from '../audit/counted.js'
import { transcriptOf } from '../audit/transcript-of.js'
import { cliError } from '../cli-error.js'
import type { Session } from '../session.js'
import { toJson } from '../to-json.js'

interface ProveFlags {
  check?: string
  pub?: string
  dir?: string
}

/** Adds `toolspan audit prove`. */
export function addAuditProve(audit: Command, session: Session): void {
  audit
    .command('prove')
    .description('show that the records of one call are in a transcript, without the others')
    .argument('[call]', 'the call')
    .option('--check <file>', 'check proofs instead')
    .option(
      '--pub <key>',
      'public key in PEM that they must be signed with; else those beside the transcript',
    )
    .option('--dir <folder>', 'the transcript or local store; else TOOLSPAN_DIR, else .toolspan')
    .option('--json', 'print JSON; proofs always are')
    .addHelpText('after', EXAMPLES)
    .action((call: string | undefined, flags: ProveFlags) =>
      flags.check === undefined ? prove(session, call, flags) : check(session, flags.check, flags),
    )
}

const EXAMPLES = `
A proof holds the record, the hashes on its way to a signed root, and the signature. Whoever has it and the public key
needs nothing else.

Examples:
  $ toolspan audit prove call_4b1c > proof.json
  $ toolspan audit prove --check proof.json --pub key.pem
`

async function prove(session: Session, call: string | undefined, flags: ProveFlags): Promise<void> {
  if (call === undefined) throw cliError('usage', 'name the call to prove, or give --check <file>')
  const { dir } = await transcriptOf(session, flags.dir)
  const proofs = await proveRecords({ dir, callId: call })
  if (proofs.length === 0)
    throw cliError(
      'audit',
      `no signed record of ${printable(call)} is there; \`toolspan audit show\` lists what there is`,
    )
  session.reporter.give({ proofs })
  session.reporter.show(() => toJson({ proofs }))
}

async function check(session: Session, file: string, flags: ProveFlags): Promise<void> {
  const { cli, reporter, exit } = session
  const keys = flags.pub
    ? readPublicKeys(resolve(cli.cwd(), flags.pub))
    : readPublicKeys(transcriptLayout((await transcriptOf(session, flags.dir)).dir).publicKeys)
  const proofs = await readProofs(resolve(cli.cwd(), file))
  const problems = proofs.flatMap((proof, index) => {
    const problem = problemWithProof(proof, keys)
    return problem === undefined ? [] : [`proof ${index + 1}: ${problem}`]
  })
  reporter.give({ proofs: proofs.length, problems })
  reporter.show(({ colors }) =>
    problems.length > 0
      ? colors.red(problems.map(printable).join('\n'))
      : colors.green(`${counted(proofs.length, 'record')} proven.`),
  )
  if (problems.length > 0) exit(1)
}

async function readProofs(path: string): Promise<RecordProof[]> {
  try {
    const { proofs } = JSON.parse(await readFile(path, 'utf8'))
    if (Array.isArray(proofs) && proofs.length > 0) return proofs
  } catch {
    // Told below, as any other file that holds no proofs.
  }
  throw cliError('usage', `${printable(path)} holds no proofs; \`toolspan audit prove <call>\` writes them`)
}

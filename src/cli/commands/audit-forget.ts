import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { forgetCalls } from '../../audit/forget-calls.js'
import { counted } from '../audit/counted.js'
import { transcriptOf } from '../audit/transcript-of.js'
import { cliError } from '../cli-error.js'
import { openStore } from '../open-store.js'
import type { Session } from '../session.js'

interface ForgetFlags {
  call?: string
  subject?: string
  by?: string
  reason?: string
  dir?: string
}

/** Adds `toolspan audit forget`. */
export function addAuditForget(audit: Command, session: Session): void {
  audit
    .command('forget')
    .description('erase for good what is kept of a call or of a subject')
    .option('--call <id>', 'this call')
    .option('--subject <id>', 'all calls about this person or thing')
    .option('--by <name>', 'who asks for it, for the receipt')
    .option('--reason <text>', 'why, for the receipt; it stays, so name no person')
    .option('--dir <folder>', 'the transcript or local store; else TOOLSPAN_DIR, else .toolspan')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action((flags: ForgetFlags) => forget(session, flags))
}

const EXAMPLES = `
Overwrites the content of the records and the salts of their commitments, and removes calls that wait and background
tasks from the store in files. The chain stays whole, and a signed receipt says which records were erased. Traces and
logs are redacted copies with an age of their own; they are not reached. Nor are copies that were made before.

Examples:
  $ toolspan audit forget --call call_4b1c
  $ toolspan audit forget --subject customer-17 --by dpo --reason 'request 4711'
`

async function forget(session: Session, flags: ForgetFlags): Promise<void> {
  const { reporter } = session
  const { call, subject, by, reason } = flags
  if ((call === undefined) === (subject === undefined))
    throw cliError('usage', 'say what to forget: either --call <id> or --subject <id>')
  const { dir, store } = await transcriptOf(session, flags.dir)
  const hasCalls = (await stat(join(store, 'calls')).catch(() => undefined))?.isDirectory()
  const stores = hasCalls ? [openStore(session, store)] : []
  const forgotten = await forgetCalls({ dir, toolCallId: call, subject, by, reason, stores })
  reporter.give(forgotten)
  const { records, calls, stored } = forgotten
  reporter.show(() => {
    if (records + stored === 0) return 'Nothing of it is kept.'
    const waiting = stored > 0 ? `, and ${stored} that waited or ran in the background are removed` : ''
    return `The content of ${counted(records, 'record')} of ${counted(calls, 'call')} is erased${waiting}. A receipt says so.`
  })
}

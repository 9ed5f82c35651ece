import type { Command } from 'commander'
import { printable } from '../../exporters/printable.js'
import { recordAnswer } from '../../runtime/waiting/record-answer.js'
import { usableTicket } from '../../runtime/waiting/usable-ticket.js'
import { TICKET_EXIT_CODES } from '../decision-options.js'
import { findTicket } from '../find-ticket.js'
import { goOnWith } from '../go-on-with.js'
import { openStore } from '../open-store.js'
import { readJson } from '../read-json.js'
import { tellRecorded, withoutTools } from '../record-only.js'
import type { Session } from '../session.js'

interface ResumeFlags {
  data?: string
  module?: string
  dir?: string
}

/** Adds `toolspan resume`. */
export function addResumeCommand(program: Command, session: Session): void {
  program
    .command('resume')
    .description('resume a suspended call with what it waits for')
    .argument('<ticket>', 'the ticket, or its first digits as `toolspan pending` shows them')
    .option('--data <json>', 'what the call waits for: JSON, @file, or - for standard input')
    .option('--module <path>', 'module that has the tool; the call goes on now')
    .option('--dir <folder>', 'the local store; else TOOLSPAN_DIR, else .toolspan')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action((ticket: string, flags: ResumeFlags) => resume(session, ticket, flags))
}

const EXAMPLES = `
With --module the call goes on now; data that does not fit ends with 1, and the
ticket can be used again. Without, the data is recorded, and checked when the call
goes on: in an application that has the tool and shares the store, or with
toolspan run-decided <module>.
${TICKET_EXIT_CODES}
Examples:
  $ toolspan resume 1a2b3c4d --data '{"approved":true}' --module tools.ts
  $ toolspan resume 1a2b3c4d --data @answer.json
`

async function resume(session: Session, given: string, { data, module, dir }: ResumeFlags): Promise<void> {
  const resumeData = data === undefined ? undefined : await readJson(data, '--data', session.cli)
  if (module !== undefined) {
    return goOnWith(session, { module, dir, ticket: given }, ({ runtime, ticket }, abortSignal) =>
      runtime.resume(ticket, resumeData, { abortSignal }),
    )
  }
  const store = openStore(session, dir)
  const ticket = await findTicket(store, given)
  const { toolName, toolCallId } = await usableTicket(withoutTools(store), ticket, 'suspend')
  await recordAnswer(withoutTools(store), ticket, resumeData)
  tellRecorded(
    session.reporter,
    { id: ticket, state: 'answered', toolName, toolCallId },
    `${printable(toolName)} has its answer, which is checked when it goes on.`,
  )
}

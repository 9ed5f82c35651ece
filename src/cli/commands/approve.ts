import type { Command } from 'commander'
import { printable } from '../../exporters/printable.js'
import { prepareDecision, recordDecision } from '../../runtime/waiting/decide.js'
import { deciderOf } from '../decider.js'
import { addDecisionOptions, type DecisionFlags, TICKET_EXIT_CODES } from '../decision-options.js'
import { findTicket } from '../find-ticket.js'
import { goOnWith } from '../go-on-with.js'
import { openStore } from '../open-store.js'
import { readJson } from '../read-json.js'
import { tellRecorded, withoutTools } from '../record-only.js'
import type { Session } from '../session.js'

interface ApproveFlags extends DecisionFlags {
  input?: string
}

/** Adds `toolspan approve`. */
export function addApproveCommand(program: Command, session: Session): void {
  addDecisionOptions(program.command('approve'))
    .description('approve a call that waits, and run it where its tool is')
    .option('--input <json>', 'run it with this input instead: JSON, @file, or - for standard input')
    .addHelpText('after', EXAMPLES)
    .action((ticket: string, flags: ApproveFlags) => approve(session, ticket, flags))
}

const EXAMPLES = `
With --module the call runs now, with the input it was called with. Without, the
decision is recorded, and an application that has the tool and shares the store
runs it, or toolspan run-decided <module> does.
${TICKET_EXIT_CODES}
Examples:
  $ toolspan approve 1a2b3c4d --module tools.ts
  $ toolspan approve 1a2b3c4d --by ada --reason 'checked with the customer'
  $ toolspan approve 1a2b3c4d --input '{"amount":10}' --module tools.ts
`

async function approve(session: Session, given: string, flags: ApproveFlags): Promise<void> {
  const { module, dir, reason } = flags
  const by = deciderOf(flags.by, session.cli)
  const input = flags.input === undefined ? undefined : await readJson(flags.input, '--input', session.cli)
  if (module !== undefined) {
    return goOnWith(session, { module, dir, ticket: given }, ({ runtime, ticket }, abortSignal) =>
      runtime.approve(ticket, { by, reason, input, abortSignal }),
    )
  }
  const store = openStore(session, dir)
  const ticket = await findTicket(store, given)
  const asked = { by, reason, input, decision: input === undefined ? 'approved' : 'modified' } as const
  const { stored, decision } = await prepareDecision(withoutTools(store), ticket, asked)
  const recorded = await recordDecision(withoutTools(store), stored, decision, input)
  const how = input === undefined ? '' : ' with another input, which is checked when it runs'
  tellRecorded(
    session.reporter,
    recorded,
    `${printable(stored.toolName)} is approved by ${printable(by.id)}${how}.`,
  )
}

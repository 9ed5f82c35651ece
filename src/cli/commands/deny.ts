import type { Command } from 'commander'
import { printable } from '../../exporters/printable.js'
import { prepareDecision, recordDecision } from '../../runtime/waiting/decide.js'
import { deciderOf } from '../decider.js'
import { addDecisionOptions, type DecisionFlags, TICKET_EXIT_CODES } from '../decision-options.js'
import { findTicket } from '../find-ticket.js'
import { goOnWith } from '../go-on-with.js'
import { openStore } from '../open-store.js'
import { tellRecorded, withoutTools } from '../record-only.js'
import type { Session } from '../session.js'

/** Adds `toolspan deny`. */
export function addDenyCommand(program: Command, session: Session): void {
  addDecisionOptions(program.command('deny'))
    .description('deny a call that waits: its tool never runs')
    .addHelpText('after', EXAMPLES)
    .action((ticket: string, flags: DecisionFlags) => deny(session, ticket, flags))
}

const EXAMPLES = `
The decision stands at once. With --module the call ends now, as denied in traces
and transcripts; without, an application that shares the store ends it.
${TICKET_EXIT_CODES}
Examples:
  $ toolspan deny 1a2b3c4d --reason 'not this account'
  $ toolspan deny 1a2b3c4d --by ada --module tools.ts
`

async function deny(session: Session, given: string, flags: DecisionFlags): Promise<void> {
  const { module, dir, reason } = flags
  const by = deciderOf(flags.by, session.cli)
  if (module !== undefined) {
    return goOnWith(session, { module, dir, ticket: given, denies: true }, ({ runtime, ticket }) =>
      runtime.deny(ticket, { by, reason }),
    )
  }
  const store = openStore(session, dir)
  const ticket = await findTicket(store, given)
  const asked = { by, reason, decision: 'denied' } as const
  const { stored, decision } = await prepareDecision(withoutTools(store), ticket, asked)
  const recorded = await recordDecision(withoutTools(store), stored, decision)
  tellRecorded(
    session.reporter,
    recorded,
    `${printable(stored.toolName)} is denied by ${printable(by.id)}, and will not run.`,
  )
}

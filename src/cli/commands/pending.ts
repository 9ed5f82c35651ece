import type { Command } from 'commander'
import { printable } from '../../exporters/printable.js'
import type { StoredCall } from '../../runtime/call-store.js'
import { isTicket, toPending } from '../../runtime/waiting/pending-call.js'
import { DECIDED, isDecided } from '../decided-states.js'
import { bareTicket } from '../find-ticket.js'
import { formatAge } from '../format-age.js'
import { openStore } from '../open-store.js'
import { relativeStore, type Session } from '../session.js'
import { shortIds } from '../short-ids.js'
import type { Terminal } from '../terminal.js'
import { textTable } from '../text-table.js'

interface PendingOptions {
  dir?: string
}

/** Adds `toolspan pending`. */
export function addPendingCommand(program: Command, session: Session): void {
  program
    .command('pending')
    .description('list the calls that wait for a person, oldest first')
    .option('--dir <folder>', 'the local store; else TOOLSPAN_DIR, else .toolspan')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action((options: PendingOptions) => pending(session, options))
}

const EXAMPLES = `
Lists what waits in the store in files (fileStore of toolspan/files), and what was
decided and not run yet. What is shown of a call is redacted and shaped by its tool.
No key is needed.

Examples:
  $ toolspan pending
  $ toolspan approve 1a2b3c4d --module tools.ts
  $ toolspan pending --json | jq -r '.pending[].ticket'
`

async function pending(session: Session, { dir }: PendingOptions): Promise<void> {
  const { reporter } = session
  const now = Date.now()
  const tickets = (await openStore(session, dir).list()).filter(isTicket)
  const waiting = tickets.filter(
    ({ state, expiresAt = Number.POSITIVE_INFINITY }) => state === 'waiting' && expiresAt > now,
  )
  const decided = tickets.filter(isDecided)
  reporter.give({
    pending: waiting.map(toPending),
    decided: decided.map(call => ({ ...toPending(call), state: call.state, decision: call.decision })),
  })
  reporter.show(terminal => {
    if (waiting.length + decided.length === 0) return `Nothing waits in ${relativeStore(session, dir)}.`
    return tableOf([...waiting, ...decided], now, terminal)
  })
}

const WAITS_FOR: { [kind in StoredCall['kind']]: string } = {
  approval: 'approval',
  suspend: 'data',
  task: '',
}

function tableOf(calls: readonly StoredCall[], now: number, terminal: Terminal): string {
  const short = shortIds(calls.map(({ id }) => bareTicket(id)))
  const rows = calls.map(({ id, kind, state, toolName, createdAt, expiresAt, shown }) => [
    terminal.colors.cyan(short(bareTicket(id))),
    printable(toolName),
    DECIDED[state] ?? WAITS_FOR[kind],
    `${formatAge(now - createdAt)} ago`,
    expiresAt === undefined ? 'never' : `in ${formatAge(expiresAt - now)}`,
    printable(JSON.stringify(shown)),
  ])
  const head = ['ticket', 'tool', 'waits for', 'since', 'expires', 'shown']
  return textTable({ head, rows, flexible: [1, 5] }, terminal)
}

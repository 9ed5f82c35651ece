import { setTimeout as wait } from 'node:timers/promises'
import { TicketError } from '../runtime/errors.js'
import type { ToolResult } from '../runtime/result.js'
import { cliError } from './cli-error.js'
import { isDecided } from './decided-states.js'
import { followTask } from './follow-task.js'
import { openStore } from './open-store.js'
import { presentCall } from './present-call.js'
import type { Session } from './session.js'
import { shellWord } from './shell-word.js'
import { type TicketDoor, ticketDoor } from './ticket-door.js'

interface GoingOn {
  module: string
  /** The ticket as it was given. */
  ticket: string
  dir?: string
  denies?: boolean
}

/** Goes on with a call that waits, with the tools of a module, and shows what came of it. */
export async function goOnWith(
  session: Session,
  { module, ticket, dir, denies }: GoingOn,
  goOn: (door: TicketDoor, abortSignal: AbortSignal) => Promise<ToolResult>,
): Promise<void> {
  const door = await ticketDoor(session, { module, ticket, dir })
  session.exits.blame(cliError('tool_exits', module, door.toolName ?? 'of that call'))
  try {
    await presentCall(session, { module, dir, denies }, abortSignal =>
      followTask(door.runtime, () => goOn(door, abortSignal), { abortSignal }),
    )
  } catch (error) {
    if (
      error instanceof TicketError &&
      error.code === 'used' &&
      (await waitsToRun(session, door.ticket, dir))
    )
      throw cliError('ticket_waits_to_run', error.message, shellWord(module))
    throw error
  }
}

const ABOUT_TO_RUN_MS = 500

/** Tells whether a call was decided on and not run yet; who has just decided is given the time to run it. */
async function waitsToRun(session: Session, ticket: string, dir?: string): Promise<boolean> {
  await wait(ABOUT_TO_RUN_MS)
  const stored = (await openStore(session, dir).list()).find(({ id }) => id === ticket)
  return stored !== undefined && isDecided(stored)
}

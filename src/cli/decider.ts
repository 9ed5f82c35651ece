import { userInfo } from 'node:os'
import type { Decider } from '../runtime/call-store.js'
import { cliError } from './cli-error.js'
import type { CliProcess } from './cli-process.js'

/**
 * Returns who decides: the name given, else the user of the operating system.
 *
 * @throws {CliError} When nobody is named and the system knows no user.
 */
export function deciderOf(given: string | undefined, cli: CliProcess): Decider {
  const id = given?.trim() || (given === undefined && (systemUser() ?? cli.env['USER']))
  if (!id) throw cliError('nobody_decides')
  return { id, kind: 'user' }
}

/** In a container the user may be a number without a name. */
function systemUser(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}

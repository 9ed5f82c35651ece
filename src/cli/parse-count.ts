import { cliError } from './cli-error.js'

/** Reads a whole number of at least 1. @throws {CliError} When it is not one. */
export function parseCount(text: string): number {
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < 1) throw cliError('bad_count', text)
  return count
}

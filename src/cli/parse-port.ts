import { cliError } from './cli-error.js'

/** Reads a port. @throws {CliError} When it is none. */
export function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw cliError('bad_port', text)
}

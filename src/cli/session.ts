import { relative, resolve } from 'node:path'
import { DEFAULT_STORE_DIRECTORY } from '../observe/store-directory.js'
import type { CliProcess } from './cli-process.js'
import type { Reporter } from './reporter.js'
import type { ExitWatch } from './watch-exit.js'

/** What every command works with. */
export interface Session {
  cli: CliProcess
  reporter: Reporter
  /** Sets the exit code. Default 0. */
  exit(code: number): void
  /** Is told whose code runs. */
  exits: ExitWatch
  /** Keeps the process alive while it waits. */
  awake: Pick<NodeJS.Timeout, 'ref' | 'unref'>
}

/** Returns the absolute path of the local store: `--dir`, else `TOOLSPAN_DIR`, else `.toolspan` here. */
export function storeOf({ cli }: Session, dir?: string): string {
  return resolve(cli.cwd(), dir ?? (cli.env['TOOLSPAN_DIR']?.trim() || DEFAULT_STORE_DIRECTORY))
}

/** Returns the path of the local store as a person at the command line would write it. */
export function relativeStore(session: Session, dir?: string): string {
  return relative(session.cli.cwd(), storeOf(session, dir)) || '.'
}

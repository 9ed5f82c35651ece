import { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import type { CliProcess } from '../../../src/cli/cli-process.js'
import { run } from '../../../src/cli/run.js'
import { temporaryDirectory } from './temporary-directory.js'

export interface CliRun {
  code: number
  stdout: string
  stderr: string
}

export interface CliSettings {
  env?: Record<string, string>
  cwd?: string
  stdin?: string
  /** Columns of the terminal that standard output is; without them it is a pipe. */
  columns?: number
}

/** Runs a command line in this process, with streams of its own. */
export async function runCli(args: string[], settings: CliSettings = {}): Promise<CliRun> {
  const { env = {}, cwd = temporaryDirectory(), stdin = '', columns } = settings
  const stdout = fakeStream(columns)
  const stderr = fakeStream()
  const cli: CliProcess = Object.assign(new EventEmitter(), {
    argv: ['node', 'toolspan', ...args],
    env,
    cwd: () => cwd,
    stdout,
    stderr,
    stdin: Readable.from([stdin]),
  })
  const code = await run(cli)
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

function fakeStream(columns?: number) {
  let written = ''
  return {
    columns,
    isTTY: columns !== undefined,
    on: () => {},
    text: () => written,
    write: (text: string, done?: () => void) => {
      written += text
      done?.()
    },
  }
}

import type { CliProcess, CliStream } from './cli-process.js'

/** A process whose standard output is the command's alone. */
export interface ReservedStdout {
  cli: CliProcess
  /** Gives standard output back to everybody. */
  release(): void
}

/**
 * Keeps standard output for the answer of a command: what a module or tool prints there, `console.log` included, goes
 * to standard error.
 */
export function reserveStdout(given: CliProcess): ReservedStdout {
  const { stdout, stderr } = given
  const write = stdout.write
  stdout.write = (...text: Parameters<CliStream['write']>) => stderr.write(...text)
  const own: CliStream = {
    write: (text, written) => write.call(stdout, text, written),
    on: (event, listener) => stdout.on(event, listener),
    columns: stdout.columns,
    isTTY: stdout.isTTY,
  }
  return {
    cli: withStdout(given, own),
    release: () => {
      stdout.write = write
    },
  }
}

/** No copy and no heir of the process: its methods need it as it is, and reading `stdin` opens it. */
function withStdout(given: CliProcess, stdout: CliStream): CliProcess {
  return {
    argv: given.argv,
    env: given.env,
    cwd: () => given.cwd(),
    stdout,
    stderr: given.stderr,
    get stdin() {
      return given.stdin
    },
    set exitCode(code: CliProcess['exitCode']) {
      given.exitCode = code
    },
    on: (event, listener) => given.on(event, listener),
    off: (event, listener) => given.off(event, listener),
  }
}

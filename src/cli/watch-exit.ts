import type { CliError } from './cli-error.js'
import type { CliProcess } from './cli-process.js'
import type { Reporter } from './reporter.js'

/** Who is to blame when the process ends in the middle of a command. */
export interface ExitWatch {
  /** Blames an end of the process on this, from now on. */
  blame(error: CliError): void
  /** Stops watching. */
  stop(): void
}

/** Tells in one sentence that a module or tool ended the process, which would look like success without a word. */
export function watchExit(cli: CliProcess, reporter: Reporter): ExitWatch {
  let blamed: CliError | undefined
  const onExit = () => {
    if (blamed === undefined) return
    reporter.fail(blamed)
    cli.exitCode = blamed.exitCode
  }
  cli.on('exit', onExit)
  return {
    blame: error => {
      blamed = error
    },
    stop: () => cli.off('exit', onExit),
  }
}

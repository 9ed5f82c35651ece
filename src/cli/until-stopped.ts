import type { CliProcess } from './cli-process.js'
import { INTERRUPTED } from './interruptible.js'

/** Exit code of a command that SIGTERM stopped: 128 and the number of the signal. */
const TERMINATED = 143

/**
 * Waits until a server has nothing more to do, or is told to stop; a second signal ends the process as usual.
 *
 * @returns The exit code.
 */
export async function untilStopped(cli: CliProcess, ended: Promise<void>): Promise<number> {
  let stop: (exitCode: number) => void = () => {}
  const signalled = new Promise<number>(resolve => {
    stop = resolve
  })
  const onInterrupt = () => stop(INTERRUPTED)
  const onTerminate = () => stop(TERMINATED)
  cli.on('SIGINT', onInterrupt)
  cli.on('SIGTERM', onTerminate)
  try {
    return await Promise.race([signalled, ended.then(() => 0)])
  } finally {
    cli.off('SIGINT', onInterrupt)
    cli.off('SIGTERM', onTerminate)
  }
}

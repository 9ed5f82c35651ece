import type { CliProcess } from './cli-process.js'

/** Exit code of a command that Ctrl-C stopped: 128 and the number of the signal. */
export const INTERRUPTED = 130

/**
 * Runs work that the first Ctrl-C aborts; a second one ends the process as usual.
 *
 * @returns What the work gives, and whether it was interrupted.
 */
export async function interruptible<T>(
  cli: CliProcess,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ value: T; interrupted: boolean }> {
  const controller = new AbortController()
  const onInterrupt = () => {
    cli.off('SIGINT', onInterrupt)
    controller.abort(new DOMException('Stopped with Ctrl-C', 'AbortError'))
  }
  cli.on('SIGINT', onInterrupt)
  try {
    return { value: await work(controller.signal), interrupted: controller.signal.aborted }
  } finally {
    cli.off('SIGINT', onInterrupt)
  }
}

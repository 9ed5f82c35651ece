import { cliError } from './cli-error.js'
import type { CliProcess } from './cli-process.js'
import type { Reporter } from './reporter.js'
import { safeSentence } from './safe-sentence.js'

/** What is known of errors that nobody could catch. */
export interface StrayErrors {
  /** How many there were so far. */
  count(): number
  /** Rejects when a command has not ended some time after such an error: it may wait for ever. */
  overrun: Promise<never>
  /** Stops watching. */
  stop(): void
}

const TIME_TO_END_MS = 2_000

/**
 * Tells in one sentence each error that a tool or module threw where nobody could catch it, such as in a timer; Node
 * would print it with its stack and its secrets, and end the process in the middle of a call.
 */
export function watchStrayErrors(cli: CliProcess, reporter: Reporter): StrayErrors {
  let count = 0
  let timer: NodeJS.Timeout | undefined
  let giveUp: (reason: unknown) => void = () => {}
  const overrun = new Promise<never>((_, reject) => {
    giveUp = reject
  })
  const onError = (error: unknown) => {
    count += 1
    reporter.warn(
      `an error was thrown where nobody could catch it: ${safeSentence(error)}; await what can fail`,
    )
    timer ??= setTimeout(() => giveUp(cliError('stuck')), TIME_TO_END_MS)
  }
  cli.on('uncaughtException', onError)
  return {
    count: () => count,
    overrun,
    stop: () => {
      clearTimeout(timer)
      cli.off('uncaughtException', onError)
    },
  }
}

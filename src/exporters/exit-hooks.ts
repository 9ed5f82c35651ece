const SIGNALS = ['SIGINT', 'SIGTERM'] as const

export interface ExitHooksOptions {
  /** Brings everything to its end, within bounds. Never rejects. */
  shutdown(): Promise<unknown>
  /** Says what is lost when the process ends at once: after `process.exit()` or an uncaught exception. */
  abandon(): void
  /** Whether to shut down at SIGINT and SIGTERM too, and then let the signal end the process as it would have. */
  handleSignals: boolean
}

/**
 * Runs a shutdown when the process has nothing left to do, and at signals when asked.
 *
 * The exit code stays what it would have been. After a signal the process is ended by the same signal, unless the
 * application listens to it too and so decides for itself.
 *
 * @returns A function that removes the hooks.
 */
export function installExitHooks({ shutdown, abandon, handleSignals }: ExitHooksOptions): () => void {
  const onIdle = () => void shutdown()
  const onSignal = async (signal: NodeJS.Signals) => {
    await shutdown()
    remove()
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  const signals = handleSignals ? SIGNALS : []
  const remove = () => {
    process.off('beforeExit', onIdle)
    process.off('exit', abandon)
    for (const signal of signals) process.off(signal, onSignal)
  }
  process.once('beforeExit', onIdle)
  process.once('exit', abandon)
  for (const signal of signals) process.on(signal, onSignal)
  return remove
}

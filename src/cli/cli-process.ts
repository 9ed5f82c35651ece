/** What a command line needs of a process; `process` is one, a test gives its own. */
export interface CliProcess {
  argv: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  cwd(): string
  stdout: CliStream
  stderr: CliStream
  stdin: AsyncIterable<Uint8Array | string>
  /** Exit code where nothing else is said. */
  exitCode?: number | string | null | undefined
  on(event: CliEvent, listener: (about: unknown) => void): unknown
  off(event: CliEvent, listener: (about: unknown) => void): unknown
}

/** What a command line listens to. */
export type CliEvent = 'SIGINT' | 'SIGTERM' | 'uncaughtException' | 'beforeExit' | 'exit'

/** A stream that text is written to. */
export interface CliStream {
  write(text: string, written?: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  columns?: number
  isTTY?: boolean
}

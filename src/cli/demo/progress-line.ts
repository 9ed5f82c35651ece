import type { CliStream } from '../cli-process.js'

/** A line that says how far a long work is. */
export interface ProgressLine {
  update(text: string): void
  /** Takes the line away. */
  clear(): void
}

/** Creates a progress line; on anything but a terminal it writes nothing. */
export function createProgressLine(stream: CliStream): ProgressLine {
  if (stream.isTTY !== true) return { update: () => {}, clear: () => {} }
  return {
    update: text => stream.write(`\r\u001b[2K${text}`),
    clear: () => stream.write('\r\u001b[2K'),
  }
}

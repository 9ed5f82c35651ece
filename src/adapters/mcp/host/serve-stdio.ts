import { PassThrough, Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { MakeServer, McpSdk } from './sdk.js'

/** What is spoken to a client at. */
export interface StdioStreams {
  stdin: AsyncIterable<Uint8Array | string>
  write(text: string, written: () => void): void
}

/** A connection to the client at the standard streams. */
export interface StdioServing {
  /** Resolves when the client has closed standard input. */
  readonly ended: Promise<void>
  /** Lets what is being answered be answered within a time, and closes. */
  close(graceMs: number): Promise<void>
}

const LOOK_AGAIN_MS = 10

/** Serves the client at the standard streams. */
export async function serveStdio(
  sdk: McpSdk,
  make: MakeServer,
  { stdin, write }: StdioStreams,
): Promise<StdioServing> {
  // It never ends: what a client asked for before it closed its side is still answered.
  const input = new PassThrough()
  const output = new Writable({ write: (chunk, _encoding, written) => write(String(chunk), () => written()) })
  const { unanswered, stop } = await sdk.serveStreams(make, { stdin: input, stdout: output })
  async function feed(): Promise<void> {
    for await (const chunk of stdin) input.write(chunk)
  }
  return {
    ended: feed(),
    async close(graceMs) {
      const until = performance.now() + graceMs
      while (input.readableLength > 0 || unanswered.size > 0) {
        if (performance.now() >= until) break
        await setTimeout(LOOK_AGAIN_MS)
      }
      await stop()
    },
  }
}

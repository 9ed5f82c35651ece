import type { IncomingMessage } from 'node:http'

const MOST_BYTES = 4 * 1_024 * 1_024

/** Reads the body of a request, as text; `'too large'` for one of more than 4 MiB, the rest of which is not read. */
export async function readBody(incoming: IncomingMessage): Promise<string | 'too large'> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) return 'too large'
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

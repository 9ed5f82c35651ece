import { open } from 'node:fs/promises'

const CHUNK_BYTES = 16 * 1024
const NEWLINE = 10

/** Reads a file up to its first line break, however much comes after. */
export async function readFirstLine(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const chunks: Buffer[] = []
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES)
      const end = buffer.subarray(0, bytesRead).indexOf(NEWLINE)
      chunks.push(buffer.subarray(0, end === -1 ? bytesRead : end))
      if (end !== -1 || bytesRead === 0) return Buffer.concat(chunks).toString('utf8')
    }
  } finally {
    await file.close()
  }
}

import { createReadStream } from 'node:fs'

const NEWLINE = 0x0a

/**
 * Yields the lines of a file, split at `\n` alone; a file that retention took away meanwhile has none.
 *
 * `node:readline` also splits at U+2028 and U+2029, which JSON text may hold unescaped and which would tear a message.
 */
export async function* readLines(path: string): AsyncGenerator<string> {
  try {
    yield* splitLines(createReadStream(path, { highWaterMark: 256 * 1024 }))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = []
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, at)]).toString('utf8')
      rest = []
      from = at + 1
    }
    rest.push(chunk.subarray(from))
  }
  const last = Buffer.concat(rest).toString('utf8')
  if (last !== '') yield last
}

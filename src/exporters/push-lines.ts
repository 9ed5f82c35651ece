import { createReadStream } from 'node:fs'

const NEWLINE = 0x0a

/** A whole line of a file, and the offset in bytes behind it. */
export interface WholeLine {
  text: string
  end: number
}

/**
 * Yields the lines of a file from an offset on that have an end: one that is still being written comes another time. A file
 * that retention took away meanwhile has none.
 */
export async function* wholeLines(path: string, from: number): AsyncGenerator<WholeLine> {
  let end = from
  let rest: Buffer[] = []
  try {
    for await (const chunk of createReadStream(path, { start: from }) as AsyncIterable<Buffer>) {
      let start = 0
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, start)) {
        const line = Buffer.concat([...rest, chunk.subarray(start, at)])
        end += line.length + 1
        yield { text: line.toString('utf8'), end }
        rest = []
        start = at + 1
      }
      rest.push(chunk.subarray(start))
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

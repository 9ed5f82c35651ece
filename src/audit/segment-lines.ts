import { createReadStream } from 'node:fs'

const LINE_FEED = 0x0a

/** A line of a file. */
export interface SegmentLine {
  bytes: Buffer
  /** From 1. */
  number: number
  /** Where it begins in the file. */
  offset: number
  /** Whether a line feed ends it, as it does every line that was written whole. */
  whole: boolean
}

/** Yields the lines of a file as bytes, in batches, in constant memory. An empty file has none. */
export async function* segmentLines(path: string): AsyncGenerator<SegmentLine[]> {
  let rest: Buffer[] = []
  let number = 0
  let offset = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    const lines: SegmentLine[] = []
    let from = 0
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
      const part = chunk.subarray(from, at)
      const bytes = rest.length > 0 ? Buffer.concat([...rest, part]) : part
      rest = []
      number += 1
      lines.push({ bytes, number, offset, whole: true })
      offset += bytes.length + 1
      from = at + 1
    }
    if (from < chunk.length) rest.push(chunk.subarray(from))
    if (lines.length > 0) yield lines
  }
  if (rest.length > 0) yield [{ bytes: Buffer.concat(rest), number: number + 1, offset, whole: false }]
}

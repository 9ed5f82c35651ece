import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSegmentName, type SegmentName } from './segment-name.js'

/** One segment of a transcript. */
export interface Segment extends SegmentName {
  name: string
  path: string
}

/** The segments of one writer, in order. */
export interface WriterSegments {
  writer: string
  startedAt: string
  segments: Segment[]
}

/** Lists the segments of a folder by writer, in the order the writers began; a folder that is not there has none. */
export async function listSegments(dir: string): Promise<WriterSegments[]> {
  const names = await readdir(dir).catch(error => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const writers = new Map<string, WriterSegments>()
  for (const name of names.sort()) {
    const parsed = parseSegmentName(name)
    if (!parsed) continue
    const { writer, startedAt } = parsed
    const found = writers.get(writer) ?? { writer, startedAt, segments: [] }
    writers.set(writer, found)
    found.segments.push({ ...parsed, name, path: join(dir, name) })
  }
  for (const { segments } of writers.values()) segments.sort((a, b) => a.number - b.number)
  return [...writers.values()]
}

/** Suffix of every segment. */
export const SEGMENT_SUFFIX = '.jsonl'

/** What the name of a segment tells: who wrote it, when that writer began, which of its segments it is. */
export interface SegmentName {
  startedAt: string
  writer: string
  /** From 1. */
  number: number
}

const NAME = /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)-(w-[0-9a-f]{16})-(\d{4,})\.jsonl$/

/** Returns the file name of a segment. Names sort by start, then by writer, then by number. */
export function segmentName({ startedAt, writer, number }: SegmentName): string {
  return `${startedAt}-${writer}-${String(number).padStart(4, '0')}${SEGMENT_SUFFIX}`
}

/** Reads the name of a segment; `undefined` for a file that is none. */
export function parseSegmentName(name: string): SegmentName | undefined {
  const [, startedAt, writer, number] = NAME.exec(name) ?? []
  return startedAt && writer && number ? { startedAt, writer, number: Number(number) } : undefined
}

/** Returns a time as it stands in a file name. */
export function timeInName(ms: number): string {
  return new Date(ms).toISOString().replace(/[:.]/g, '-')
}

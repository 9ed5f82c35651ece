/** What is left of a segment that was pruned: enough to go on verifying the ones behind it. */
export interface SegmentStub {
  v: 1
  type: 'stub'
  writer: string
  segment: number
  /** The records that were in it. */
  first: number
  last: number
  /** Times of the first and the last of them. */
  from: string
  to: string
  /** Hashes of the complete subtrees over all records before its last checkpoint. Base64, smallest subtree first. */
  frontier: string[]
  /** The line of that checkpoint as it stood. */
  checkpoint: string
}

/** Reads a line that may be a stub. */
export function parseStub(line: Buffer): SegmentStub | undefined {
  // Most lines are none, and need not be parsed to know it.
  if (!line.includes('"type":"stub"')) return undefined
  try {
    const stub: SegmentStub = JSON.parse(line.toString('utf8'))
    return stub.type === 'stub' && Array.isArray(stub.frontier) ? stub : undefined
  } catch {
    return undefined
  }
}

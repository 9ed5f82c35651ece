import type { RecordRanges } from './stored-record.js'

/** A set of records, kept as runs of `seq` for each writer; it is cheap when they stand together. */
export class RecordSet {
  readonly #runs = new Map<string, [first: number, last: number][]>()

  add(writer: string, first: number, last = first): void {
    const runs = this.#runs.get(writer) ?? []
    this.#runs.set(writer, runs)
    const latest = runs.at(-1)
    if (latest && first === latest[1] + 1) latest[1] = last
    else runs.push([first, last])
  }

  addAll(ranges: RecordRanges): void {
    for (const [writer, runs] of Object.entries(ranges))
      for (const [first, last] of runs) this.add(writer, first, last)
  }

  has(writer: string, first: number, last = first): boolean {
    return (this.#runs.get(writer) ?? []).some(run => run[0] <= first && last <= run[1])
  }

  /** The runs, as they stand in a receipt. */
  ranges(): RecordRanges {
    return Object.fromEntries(this.#runs)
  }

  get size(): number {
    let size = 0
    for (const runs of this.#runs.values()) for (const [first, last] of runs) size += last - first + 1
    return size
  }
}

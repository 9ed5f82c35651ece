/** What of a runtime is under way now, for those who wait until nothing is. */
export class InFlight {
  calls = 0
  records = 0
  readonly #waiting = new Set<() => void>()

  /** Tells those who wait, when nothing is under way any more. Asked after everything that ends. */
  tellIfIdle(): void {
    if (this.calls > 0 || this.records > 0 || this.#waiting.size === 0) return
    for (const tell of this.#waiting) tell()
    this.#waiting.clear()
  }

  /** Calls back once when nothing is under way. Returns what ends it. */
  whenIdle(tell: () => void): () => void {
    this.#waiting.add(tell)
    this.tellIfIdle()
    return () => this.#waiting.delete(tell)
  }
}

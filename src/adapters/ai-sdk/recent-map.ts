/** A map of what was set most recently; the oldest go first. */
export class RecentMap<K, V> extends Map<K, V> {
  readonly #most: number

  constructor(most = 1_000) {
    super()
    this.#most = most
  }

  override set(key: K, value: V): this {
    this.delete(key)
    super.set(key, value)
    if (this.size <= this.#most) return this
    for (const oldest of this.keys()) {
      this.delete(oldest)
      break
    }
    return this
  }
}

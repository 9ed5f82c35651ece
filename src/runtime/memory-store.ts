import type { CallStore, StoredCall } from './call-store.js'

/** Returns a store that lives as long as the process. It keeps copies: what waits is what was asked for. */
export function memoryStore(): CallStore {
  const kept = new Map<string, StoredCall>()
  const watchers = new Set<() => void>()
  function tell(): void {
    for (const changed of watchers) changed()
  }
  return {
    async create(stored) {
      if (kept.has(stored.id)) throw new Error(`a record with the id ${stored.id} exists already`)
      kept.set(stored.id, copyOf(stored))
      tell()
    },
    async read(id) {
      const stored = kept.get(id)
      return stored && copyOf(stored)
    },
    async replace(next) {
      const copy = copyOf(next)
      if (kept.get(next.id)?.revision !== next.revision - 1) return false
      kept.set(next.id, copy)
      tell()
      return true
    },
    async remove(id) {
      if (kept.delete(id)) tell()
    },
    async list() {
      const facts = [...kept.values()].map(({ values, ...stored }) => copyOf(stored))
      return facts.sort((a, b) => a.createdAt - b.createdAt)
    },
    watch(changed) {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
  }
}

/** The message of a failed clone quotes what could not be cloned, so it goes no further. */
function copyOf(stored: StoredCall): StoredCall {
  try {
    return structuredClone(stored)
  } catch {
    throw new Error(
      'the call cannot be stored: something in its values is no data, such as a function, a symbol or a promise; leave that out',
    )
  }
}

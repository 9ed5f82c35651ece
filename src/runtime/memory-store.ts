import type { CallStore, StoredCall } from './call-store.js'

/** Returns a store that lives as long as the process. It keeps copies: what waits is what was asked for. */
export function createMemoryStore(): CallStore {
  const kept = new Map<string, StoredCall>()
  const watchers = new Set<() => void>()
  function keep(stored: StoredCall): void {
    kept.set(stored.id, copyOf(stored))
    for (const changed of watchers) changed()
  }
  return {
    async create(stored) {
      if (kept.has(stored.id)) throw new Error(`a record with the id ${stored.id} exists already`)
      keep(stored)
    },
    async read(id) {
      const stored = kept.get(id)
      return stored && copyOf(stored)
    },
    async replace(next) {
      if (kept.get(next.id)?.revision !== next.revision - 1) return false
      keep(next)
      return true
    },
    async remove(id) {
      kept.delete(id)
    },
    async list() {
      return [...kept.values()].map(({ values, ...stored }) => stored)
    },
    watch(changed) {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
  }
}

function copyOf(stored: StoredCall): StoredCall {
  return stored.values ? { ...stored, values: structuredClone(stored.values) } : { ...stored }
}

import type { CallStore, StoredCall } from '../call-store.js'

/** What of a record changes. */
export type Change = Partial<
  Pick<StoredCall, 'state' | 'decision' | 'claim' | 'values' | 'task' | 'updatedAt'>
>

/** Makes the next revision of a record, and answers it; `undefined` when another was first, and nothing has changed. */
export async function advance<T extends StoredCall>(
  store: CallStore,
  stored: T,
  change: Change,
): Promise<T | undefined> {
  const next = { ...stored, ...change, revision: stored.revision + 1 }
  return (await store.replace(next)) ? next : undefined
}

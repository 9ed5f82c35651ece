import type { CallStore } from '../call-store.js'
import { TaskError } from '../errors.js'
import { isTask, type StoredTask } from './stored-task.js'

/** Returns the record of a task; another tenant's is as unknown as one that never was. */
export async function findTask(
  store: CallStore,
  id: string,
  tenant?: string,
): Promise<StoredTask | undefined> {
  const stored = await store.read(id)
  if (!stored || !isTask(stored)) return undefined
  return tenant === undefined || tenant === stored.facts.tenant ? stored : undefined
}

/**
 * Returns the record of a task.
 *
 * @throws TaskError when there is none.
 */
export async function readTask(store: CallStore, id: string, tenant?: string): Promise<StoredTask> {
  const stored = await findTask(store, id, tenant)
  if (stored) return stored
  throw new TaskError('unknown', 'no task has this id, or it has ended and is kept no longer')
}

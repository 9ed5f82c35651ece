import type { StoredCall } from '../call-store.js'

/** Returns the id of the task that a ticket becomes: however often it is carried out, there is one task. */
export function taskIdOf({ id }: Pick<StoredCall, 'id'>): string {
  return id.replace(/^ticket_/, 'task_')
}

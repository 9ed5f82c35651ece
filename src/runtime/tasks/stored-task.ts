import type { StoredCall, TaskProgress, TaskState } from '../call-store.js'

/** The record of a background task. */
export interface StoredTask extends StoredCall {
  kind: 'task'
  state: TaskState
  task: TaskProgress
}

/** The id of the call as it was given; what rests unsealed is the one that may be told. */
export function callIdOf({ toolCallId, values }: StoredTask): string {
  return values?.toolCallId ?? toolCallId
}

/** Tells whether a record is that of a background task. */
export function isTask(stored: StoredCall): stored is StoredTask {
  return stored.kind === 'task' && stored.task !== undefined
}

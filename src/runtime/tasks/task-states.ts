import type { TaskState } from '../call-store.js'

/** What a task may become next. A state that leads nowhere is final. */
export const TRANSITIONS: Readonly<Record<TaskState, readonly TaskState[]>> = {
  pending: ['running', 'cancelled'],
  running: ['pending', 'suspended', 'completed', 'failed', 'timed_out', 'cancelled'],
  suspended: ['pending', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
  timed_out: [],
}

/** Tells whether a task has ended: nothing changes it any more. */
export function isFinal(state: TaskState): boolean {
  return TRANSITIONS[state].length === 0
}

import type { CallStore, TaskState } from '../call-store.js'
import type { StoredTask } from './stored-task.js'
import { TRANSITIONS } from './task-states.js'

type Change = Partial<Pick<StoredTask, 'claim' | 'values' | 'updatedAt'>> & {
  task?: Partial<StoredTask['task']>
}

/**
 * Takes a task to another state: the one place where its state changes. Answers the record as it is then, or `undefined`
 * when another change was first, and nothing has changed.
 */
export async function moveTask(
  store: CallStore,
  stored: StoredTask,
  state: TaskState,
  { task, ...change }: Change,
): Promise<StoredTask | undefined> {
  if (!TRANSITIONS[stored.state].includes(state)) {
    throw new Error(`a task that is ${stored.state} cannot become ${state}`)
  }
  return replaceTask(store, { ...stored, ...change, state, task: { ...stored.task, ...task } })
}

/** Renews the claim on a task, or gives it up; its state stays. */
export async function claimTask(
  store: CallStore,
  stored: StoredTask,
  claim: StoredTask['claim'],
): Promise<StoredTask | undefined> {
  return replaceTask(store, { ...stored, claim })
}

async function replaceTask(store: CallStore, changed: StoredTask): Promise<StoredTask | undefined> {
  const next = { ...changed, revision: changed.revision + 1 }
  return (await store.replace(next)) ? next : undefined
}

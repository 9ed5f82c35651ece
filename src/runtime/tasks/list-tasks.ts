import type { CallStore, TaskState } from '../call-store.js'
import { type BackgroundTask, toTask } from './background-task.js'
import { isTask } from './stored-task.js'

/** Which tasks to list. Default: all. */
export interface TaskFilter {
  state?: TaskState | readonly TaskState[]
  toolName?: string
  toolCallId?: string
  conversationId?: string
}

/** Lists background tasks, oldest first, without their results. */
export async function listTasks(
  store: CallStore,
  filter: TaskFilter,
  tenant?: string,
): Promise<BackgroundTask[]> {
  const { state, toolName, toolCallId, conversationId } = filter
  const states = state === undefined ? undefined : [state].flat()
  const stored = (await store.list()).filter(isTask)
  return stored
    .filter(one => states === undefined || states.includes(one.state))
    .filter(one => toolName === undefined || one.toolName === toolName)
    .filter(one => toolCallId === undefined || one.toolCallId === toolCallId)
    .filter(({ facts }) => conversationId === undefined || facts.conversationId === conversationId)
    .filter(({ facts }) => tenant === undefined || facts.tenant === tenant)
    .map(toTask)
}

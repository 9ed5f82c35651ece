import type { AnyToolDefinition } from '../tool.js'
import type { Verdict } from './attempt-verdict.js'
import { retryDelay } from './retry-delay.js'
import type { StoredTask } from './stored-task.js'

/** Attempts beyond its retries that a task is given because their processes were lost; a tool that kills them must stop. */
const MOST_LOST = 3

/**
 * Decides what comes of a task whose attempt was lost with its process. That counts as a failure and is repeated, even
 * where the tool has no retries: a task runs at least once.
 */
export function verdictOnLost({ task }: StoredTask, tool: AnyToolDefinition): Verdict & { lost: number } {
  const failures = task.failures + 1
  const lost = (task.lost ?? 0) + 1
  const error = {
    type: 'lost',
    message: `The process that ran attempt ${task.attempt} ended before the attempt did`,
  }
  if (failures <= task.maxRetries || lost <= MOST_LOST) {
    return { state: 'pending', failures, lost, error, delayMs: retryDelay(tool.background, failures) }
  }
  return { state: 'failed', failures, lost, error }
}

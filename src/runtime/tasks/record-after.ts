import type { StoredValues } from '../call-store.js'
import type { Verdict } from './attempt-verdict.js'
import type { StoredTask } from './stored-task.js'
import type { TaskEngine } from './task-engine.js'
import { isFinal } from './task-states.js'

/** Returns what changes in the record of a task by what has come of it. */
export function recordAfter(
  engine: TaskEngine,
  { values }: StoredTask,
  verdict: Verdict & { lost?: number },
) {
  const { state, failures, lost, delayMs = 0, error, result, ticket } = verdict
  const now = engine.kernel.clock.date()
  const dueAt = now + delayMs
  const ended = isFinal(state)
  return {
    updatedAt: now,
    // A runtime that closes leaves the task to whoever comes first.
    claim: state === 'pending' && !engine.closed ? engine.claim(dueAt) : undefined,
    values: ended ? endedValues(values, result) : values,
    task: {
      failures,
      error,
      ticket,
      ...(lost !== undefined && { lost }),
      ...(state === 'pending' && { dueAt }),
      ...(ended && { endedAt: now }),
    },
  }
}

/** Of what has ended, the result stays, and by which id its call is known. */
export function endedValues(
  { toolCallId }: Partial<StoredValues> = {},
  result?: { value: unknown },
): StoredValues | undefined {
  if (!result && toolCallId === undefined) return undefined
  return {
    input: undefined,
    ...(result && { result: result.value }),
    ...(toolCallId !== undefined && { toolCallId }),
  }
}

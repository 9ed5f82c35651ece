import type { ToolResult } from '../runtime/result.js'
import type { Runtime } from '../runtime/runtime.js'
import type { BackgroundTask } from '../runtime/tasks/background-task.js'

/** A call, and the background task that it went on as. */
export interface FollowedCall {
  result: ToolResult
  task?: FollowedTask
}

/** What a background task came to, as it may be shown; the real output with `raw`. */
export interface FollowedTask extends Pick<BackgroundTask, 'taskId' | 'state' | 'attempt' | 'error'> {
  output: unknown
}

/**
 * Makes a call, and waits for the background task that it goes on as: the command is the process that runs it. Ctrl-C
 * cancels the task.
 */
export async function followTask(
  runtime: Pick<Runtime, 'events' | 'tasks'>,
  begin: () => Promise<ToolResult>,
  { raw = false, abortSignal }: { raw?: boolean; abortSignal: AbortSignal },
): Promise<FollowedCall> {
  const shown = runtime.events({ types: ['background-task-completed'] })
  try {
    const result = await begin()
    if (result.outcome !== 'dispatched' || !result.taskId) return { result }
    const { taskId } = result
    const cancel = () => void runtime.tasks.cancel(taskId)
    abortSignal.addEventListener('abort', cancel)
    const { state, attempt, error, result: real } = await runtime.tasks.wait(taskId)
    abortSignal.removeEventListener('abort', cancel)
    const output = state === 'completed' ? (raw ? real : await shownOutput(shown, taskId)) : null
    return { result, task: { taskId, state, attempt, output, ...(error && { error }) } }
  } finally {
    shown.close()
  }
}

/** People see the output as the tool's transforms and the redactor left it. */
async function shownOutput(shown: ReturnType<Runtime['events']>, taskId: string): Promise<unknown> {
  for await (const { payload } of shown) if (payload['taskId'] === taskId) return payload['result']
  return null
}

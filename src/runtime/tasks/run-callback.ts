import { ROOT_CONTEXT } from '@opentelemetry/api'
import type { Call } from '../call-state.js'
import { type HookSubject, runUserHook } from '../hooks.js'
import type { Kernel } from '../kernel.js'
import { toTask } from './background-task.js'
import type { StoredTask } from './stored-task.js'

/** Tells a tool that a task of its has ended: `onComplete`, or `onFailed` when it failed or timed out. Never rejects. */
export async function runCallback(kernel: Kernel, stored: StoredTask, call?: Call): Promise<void> {
  const { onComplete, onFailed } = kernel.tools.get(stored.toolName)?.background ?? {}
  const task = toTask(stored)
  const subject = call ?? subjectOf(kernel, stored)
  if (stored.state === 'completed' && onComplete) {
    await runUserHook(subject, 'onComplete', () => onComplete(task))
  } else if ((stored.state === 'failed' || stored.state === 'timed_out') && onFailed) {
    await runUserHook(subject, 'onFailed', () => onFailed(task))
  }
}

/** A task whose attempt was lost has no call to tell of. */
function subjectOf(kernel: Kernel, { toolName, toolCallId }: StoredTask): HookSubject {
  return {
    kernel,
    instruments: kernel.signals.instruments(),
    toolName,
    shownCallId: toolCallId,
    scope: { context: ROOT_CONTEXT, known: {} },
  }
}

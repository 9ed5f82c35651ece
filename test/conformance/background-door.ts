import { type CallOptions, createTool, type Tool, type ToolEvent } from 'toolspan'
import { createTestRuntime, type TestSpan } from 'toolspan/testing'
import { expect, vi } from 'vitest'
import { definitionOf } from '../../src/runtime/create-tool.js'
import type { Outcome } from '../../src/runtime/outcome.js'
// Loaded before the first task needs it, so that a test that moves the clock finds its attempt at work.
import '../../src/runtime/tasks/task-work.js'
import { type Answer, answerOfResult } from './answer.js'
import type { Door } from './doors.js'

type TestRuntime = ReturnType<typeof createTestRuntime<readonly [Tool]>>

/**
 * A call that is dispatched and goes on as a background task. What is seen is its one attempt: that it was dispatched is a
 * call of its own, which ended well.
 */
export const backgroundDoor: Door = {
  name: 'a background task',
  hasRuntime: true,
  hasResult: false,
  streams: [],
  open(tool, options) {
    const inBackground = createTool({ ...definitionOf(tool), background: { enabled: true } } as never) as Tool
    const runtime = createTestRuntime({
      tools: [inBackground],
      capture: 'redacted',
      metrics: 'all',
      ...options,
    })
    const dispatched = () => runtime.spans().filter(isDispatch)
    const isOfTool = ({ type }: ToolEvent) => !type.startsWith('background-task-')
    const endsDispatched = (attributes: Readonly<Record<string, unknown>>) =>
      dispatched().length > 0 && attributes['toolspan.outcome'] === 'dispatched'
    return {
      ...runtime,
      spans: () => runtime.spans().filter(span => !isDispatch(span)),
      startedSpans: () => runtime.startedSpans() - dispatched().length,
      events: () => runtime.events().filter(isOfTool).map(withoutTask),
      transcript: () =>
        runtime.transcript().filter(({ taskId, attempt }) => !taskId || attempt !== undefined),
      logs: () => runtime.logs().filter(({ attributes }) => !endsDispatched(attributes)),
      async metric(name) {
        const points = await runtime.metric(name)
        return points.filter(({ attributes }) => !endsDispatched(attributes))
      },
      call: (input, callOptions = {}) => callInBackground(runtime, inBackground, input, callOptions),
      advance: ms => runtime.clock.advance(ms),
      close() {},
    }
  },
}

function isDispatch({ attributes }: TestSpan): boolean {
  return attributes['toolspan.task.id'] !== undefined && attributes['toolspan.attempt'] === undefined
}

function withoutTask({ payload: { taskId, ...payload }, ...event }: ToolEvent): ToolEvent {
  return { ...event, payload }
}

async function callInBackground(
  { runtime, tasks }: TestRuntime,
  { id }: Tool,
  input: unknown,
  options: CallOptions,
): Promise<Answer> {
  const types = ['tool-result', 'tool-error', 'tool-call-suspended'] as const
  const ends = runtime.events({ types, audience: 'application' })
  // A call is its caller's until it is dispatched; what came of that is the task's.
  const { abortSignal, ...callOptions } = options
  const result = await runtime.call(id, input, abortSignal?.aborted ? options : callOptions)
  if (result.outcome !== 'dispatched' || !result.taskId) return answerOfResult(result)
  const { taskId } = result
  const cancel = () => vi.waitFor(() => cancelRunning(tasks, taskId), { interval: 1 })
  abortSignal?.addEventListener('abort', () => void cancel())
  const task = await tasks.wait(taskId)
  if (task.state === 'cancelled') {
    // The task is over at once, and its attempt when the tool has had its time to wind down.
    await runtime.flush()
    return { outcome: 'cancelled', raw: task }
  }
  const { value } = await ends.next()
  ends.close()
  return answerOfEvent(value, task)
}

async function cancelRunning(tasks: TestRuntime['tasks'], taskId: string): Promise<void> {
  expect(await tasks.get(taskId)).toMatchObject({ state: 'running' })
  await tasks.cancel(taskId)
}

function answerOfEvent({ type, payload }: ToolEvent, task: { error?: { message: string } }): Answer {
  if (type === 'tool-result') return { outcome: 'ok', output: payload['result'], raw: task }
  if (type === 'tool-call-suspended') return { outcome: 'suspended', raw: task }
  const outcome = payload['outcome'] as Outcome
  return { outcome, thrown: { value: payload['error'] }, message: task.error?.message, raw: task }
}

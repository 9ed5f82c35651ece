import { withLimit } from '../../observe/limit.js'
import type { JsonValue } from '../../observe/redact/redactor.js'
import type { Call } from '../call-state.js'
import { QueueFullError, RuntimeClosedError } from '../errors.js'
import { Ended } from '../settlement.js'
import { show } from '../show.js'
import { newId, rememberTool, shownOf, storedFrom } from '../waiting/store-call.js'
import { cancelTask } from './cancel-task.js'
import { liveCallOf } from './live-call.js'
import { findTask } from './read-task.js'
import type { StoredTask } from './stored-task.js'
import type { TaskEngine } from './task-engine.js'
import { taskIdOf } from './task-id.js'
import { shown, tellStarted } from './tell-task.js'

/**
 * Stores a call as a task, before anyone is told of it, and lets it wait for its turn. Answers its id, or `undefined`
 * where the queue is full and the call is to run in the foreground.
 *
 * @throws QueueFullError when the queue is full, RuntimeClosedError once the runtime is closed.
 */
export async function dispatchTask(engine: TaskEngine, call: Call): Promise<string | undefined> {
  const { queue, limits, closed } = engine
  if (closed) throw new RuntimeClosedError()
  // What a person approved is not turned away.
  const isNew = call.request.continuation === undefined
  if (isNew && queue.size + engine.storing >= limits.queueLimit) {
    if (limits.whenFull === 'foreground') return undefined
    throw new QueueFullError(limits.queueLimit)
  }
  engine.storing += 1
  try {
    return await store(engine, call)
  } finally {
    engine.storing -= 1
  }
}

async function store(engine: TaskEngine, call: Call): Promise<string> {
  const { kernel, live } = engine
  const stored = await taskOf(engine, call)
  const { id, toolName } = stored
  const creating = kernel.tickets.create(stored)
  const created = await withLimit(() => creating, kernel.hookTimeoutMs, kernel.clock)
  if (!created.ok) {
    // An approval that was carried out already, by a process that could not say so any more.
    if (await findTask(kernel.tickets, id).catch(() => undefined)) return id
    // Nobody was given the task, so nobody may run it when the store takes it after all.
    if (created.overrun) creating.then(() => kernel.tickets.remove(id)).catch(() => {})
    throw created.error
  }
  if (call.interrupted) {
    await cancelTask(engine, id)
    throw new Ended(call.interrupted)
  }
  rememberTool(call)
  live.set(id, liveCallOf(call))
  await tellStarted(call, stored)
  engine.enqueue({ id, toolName })
  return id
}

async function taskOf(engine: TaskEngine, call: Call): Promise<StoredTask> {
  const { kernel, tool, request } = call
  const { stored: ticket } = request.continuation ?? {}
  const id = ticket ? taskIdOf(ticket) : newId('task')
  const input = await shownInput(call)
  const dueAt = kernel.clock.date()
  const task = { attempt: 0, failures: 0, maxRetries: tool.background?.maxRetries ?? 0, dueAt }
  const stored = storedFrom(call, 'task', 'pending', { id, shown: input, task })
  return { ...stored, kind: 'task', state: 'pending', task, claim: engine.claim(dueAt) }
}

/** What people were shown of the input already is shown once. */
async function shownInput(call: Call): Promise<JsonValue> {
  await shown(call)
  const { displayed } = call
  return displayed?.phase === 'input'
    ? displayed.payload
    : shownOf(await show(call, 'display', 'input', call.input))
}

import { printable } from '../exporters/printable.js'
import type { FollowedTask } from './follow-task.js'
import type { Terminal } from './terminal.js'
import { asText, exactJson, toJson } from './to-json.js'

/** Exit code of a call that went on as a task. */
export function taskExitCode(task: FollowedTask | undefined): 0 | 1 | undefined {
  if (!task) return undefined
  return task.state === 'completed' || task.state === 'suspended' ? 0 : 1
}

/** Writes what a task came to for a person. */
export function taskText(
  { taskId, state, attempt, output, error }: FollowedTask,
  terminal: Terminal,
): string {
  const { colors } = terminal
  const word = state === 'completed' ? colors.green(state) : error ? colors.red(state) : colors.yellow(state)
  const attempts = `${attempt} ${attempt === 1 ? 'attempt' : 'attempts'}`
  const facts = [`task ${word}`, attempts, colors.dim(taskId)].join(terminal.unicode ? ' · ' : ' - ')
  if (error) return `${printable(`${error.type}: ${error.message}`)}\n\n${facts}`
  return state === 'completed' ? `${exactJson(output) ?? asText(output)}\n\n${facts}` : facts
}

/** Returns what a task came to for a machine. */
export function taskAnswer({ output, error, ...facts }: FollowedTask) {
  return { ...facts, output: JSON.parse(toJson(output)), error: error ?? null }
}

import { startTelemetry } from '../exporters/start-telemetry.js'
import { meaningOf } from '../runtime/outcome.js'
import type { ToolResult } from '../runtime/result.js'
import { callAnswer, callFacts, callPayload, callText } from './call-answer.js'
import { deliveryWarning } from './delivery-warning.js'
import type { FollowedCall } from './follow-task.js'
import { INTERRUPTED, interruptible } from './interruptible.js'
import { openStore } from './open-store.js'
import { type Session, storeOf } from './session.js'
import { showTrace } from './show-trace.js'
import { taskAnswer, taskExitCode, taskText } from './task-answer.js'
import { waitingHint } from './waiting-hint.js'

/** How a call is shown. */
export interface Presentation {
  /** Module that the tool is from, as it was given. */
  module: string
  /** Whether the real output is shown instead of the view for people. */
  raw?: boolean
  /** Folder of the local store, where it was given. */
  dir?: string
  /** What was asked for is that the call be denied. */
  denies?: boolean
}

/** Runs a call, shows what it gave and its trace, and sets the exit code by its outcome. */
export async function presentCall(
  session: Session,
  { module, raw = false, dir, denies = false }: Presentation,
  run: (abortSignal: AbortSignal) => Promise<ToolResult | FollowedCall>,
): Promise<void> {
  const { cli, reporter, exit } = session
  const store = storeOf(session, dir)
  const local = dir === undefined || { dir: store }
  const telemetry = await startTelemetry({ serviceName: 'toolspan-cli', local })
  const running = interruptible(cli, run)
  await running.catch(() => telemetry.shutdown())
  const { value, interrupted } = await running
  const { result, task } = 'result' in value ? value : { result: value, task: undefined }
  exit(
    interrupted
      ? INTERRUPTED
      : denies && result.outcome === 'denied'
        ? 0
        : (taskExitCode(task) ?? meaningOf(result.outcome).exitCode),
  )
  const payload = await callPayload(result, raw)
  reporter.show(terminal => `${callText(result, payload)}\n\n${callFacts(result, terminal)}`)
  if (task) reporter.show(terminal => `\n${taskText(task, terminal)}`)
  const warning = deliveryWarning(await telemetry.shutdown())
  await showTrace(reporter, result, store)
  const hint = await waitingHint(result, openStore(session, dir), module)
  if (hint) reporter.show(() => `\n${hint}`)
  if (warning) reporter.warn(warning)
  reporter.give({ ...callAnswer(result, payload), ...(task && { task: taskAnswer(task) }) })
}

import type { Pipeline } from './pipeline.js'
import { within } from './within.js'

/** What a flush or a shutdown came to. */
export interface TelemetryReport {
  /** Whether nothing went wrong since the last report. */
  ok: boolean
  /** One sentence a problem, each reported once; no headers, credentials or payloads are in it. */
  problems: string[]
}

export interface FlushOptions {
  /** Longest time to wait, in milliseconds. Default 2000. */
  timeoutMs?: number
}

/** Telemetry that is running. No method rejects, prints or changes the exit code. */
export interface Telemetry {
  /** Delivers what is waiting, within the given time. */
  flush(options?: FlushOptions): Promise<TelemetryReport>
  /** Delivers what is waiting, breaks off what is not done in time, and stops. Later calls give the same report. */
  shutdown(options?: FlushOptions): Promise<TelemetryReport>
}

export interface ControlledParts {
  pipelines: readonly Pipeline[]
  /** Shuts the SDK down. May reject or hang. */
  stop(): Promise<void>
  /** Gives up the globals and hooks. */
  release(): Promise<void>
  /** Problems from before the start, for the first report. */
  problems: readonly string[]
}

const DEFAULT_TIMEOUT_MS = 2000

/** Time for broken-off exports to say why they failed. */
const ABORT_GRACE_MS = 200

/** Controls with what only the process's end may call. */
export interface TelemetryControls extends Telemetry {
  /** Counts what is lost when the process ends at once; nothing to say after a finished shutdown. */
  abandon(): TelemetryReport
}

/** Creates the controls of a running SDK. */
export function createTelemetryControls({
  pipelines,
  stop,
  release,
  problems,
}: ControlledParts): TelemetryControls {
  const unsaid = [...problems]
  let stopped: Promise<TelemetryReport> | undefined

  function report(
    finished: boolean,
    due = pipelines.map(({ ledger }) => ledger.accepted()),
  ): TelemetryReport {
    const losses = pipelines.flatMap(({ ledger }, index) => ledger.takeProblems(due[index] ?? 0, finished))
    const all = [...unsaid.splice(0), ...losses]
    return { ok: all.length === 0, problems: all }
  }

  async function stopWithin(timeoutMs: number): Promise<TelemetryReport> {
    const stopping = stop()
    const inTime = await within(timeoutMs, stopping)
    for (const pipeline of pipelines) pipeline.abort()
    if (!inTime) await within(ABORT_GRACE_MS, stopping)
    await within(ABORT_GRACE_MS, release())
    return report(true)
  }

  return {
    flush: async ({ timeoutMs = DEFAULT_TIMEOUT_MS } = {}) => {
      if (stopped) return stopped
      const due = pipelines.map(({ ledger }) => ledger.accepted())
      const flushing = pipelines.map(pipeline => within(timeoutMs, pipeline.flush()))
      const inTime = (await Promise.all(flushing)).every(Boolean)
      return report(inTime, due)
    },
    shutdown: ({ timeoutMs = DEFAULT_TIMEOUT_MS } = {}) => {
      stopped ??= stopWithin(timeoutMs)
      return stopped
    },
    abandon: () => report(true),
  }
}

/** Controls of telemetry that was never started. */
export function noopTelemetryControls(): Telemetry {
  const nothing = async (): Promise<TelemetryReport> => ({ ok: true, problems: [] })
  return { flush: nothing, shutdown: nothing }
}

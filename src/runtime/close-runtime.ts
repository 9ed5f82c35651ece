import { withLimit } from '../observe/limit.js'
import type { Kernel } from './kernel.js'

/** What a runtime could not finish in time; all zero, and `done`, when there is nothing. */
export interface DrainReport {
  done: boolean
  /** Calls that still run, or are still being told of. */
  calls: number
  /** Background tasks of this process that have not ended; in a store that is shared, another process goes on with them. */
  tasks: number
  /** Transcript records that are not written yet. */
  records: number
  /** Whether the telemetry that the providers hold could not be sent. */
  telemetry: boolean
}

/** Options of `runtime.flush` and `runtime.close`. */
export interface DrainOptions {
  /** Longest wait in milliseconds. Default 10 000. */
  timeoutMs?: number
}

const NO_TIME_MS = 1

/** Waits until all that was begun has ended and was told. Bounded, and never rejects. */
export async function flushRuntime(
  kernel: Kernel,
  { timeoutMs = 10_000 }: DrainOptions = {},
): Promise<DrainReport> {
  const tasks = kernel.tasks?.drain(timeoutMs)
  return drain(kernel, timeoutMs, tasks)
}

/**
 * Cancels calls whose input is not there yet, stops background work, waits for what runs, and hands back the rest.
 * Bounded, and never rejects.
 */
export async function closeRuntime(
  kernel: Kernel,
  { timeoutMs = 10_000 }: DrainOptions = {},
): Promise<DrainReport> {
  for (const cancel of kernel.unfinished) cancel()
  const tasks = kernel.tasks?.close(timeoutMs)
  const report = await drain(kernel, timeoutMs, tasks)
  kernel.events.close()
  return report
}

async function drain(
  { inFlight, clock, signals, transcript }: Kernel,
  timeoutMs: number,
  draining: Promise<number> | undefined,
): Promise<DrainReport> {
  const until = clock.now() + timeoutMs
  const left = () => Math.max(NO_TIME_MS, until - clock.now())
  const tasks = (await draining) ?? 0
  let stop = () => {}
  const idle = new Promise<void>(resolve => {
    stop = inFlight.whenIdle(resolve)
  })
  await withLimit(() => idle, left(), clock)
  stop()
  const kept = await withLimit(() => transcript?.flush?.({ timeoutMs: left() }), left(), clock)
  const { calls } = inFlight
  // A sink that could not be flushed does not say of how many.
  const records = kept.ok ? inFlight.records : Math.max(1, inFlight.records)
  const flushed = await withLimit(() => signals.flush(), left(), clock)
  const telemetry = !flushed.ok
  return { done: calls + tasks + records === 0 && !telemetry, calls, tasks, records, telemetry }
}

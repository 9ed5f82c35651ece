import { setTimeout as pause } from 'node:timers/promises'
import { startTelemetry } from '../../exporters/start-telemetry.js'
import { createRuntime, type ToolSet } from '../../runtime/runtime.js'
import { deliveryWarning } from '../delivery-warning.js'
import { loadModule } from '../load-module.js'
import { silentLogger } from '../silent-logger.js'
import { callEverything } from './call-everything.js'
import { packageFiles } from './package-files.js'

export interface KeepCallingSettings {
  cwd: string
  forMs: number
  signal: AbortSignal
  /** Is told how many calls have ended. */
  onProgress: (ended: number) => void
}

const PAUSE_MS = 500

/**
 * Makes the calls of the demo over and over, so that there is something to watch in dashboards.
 *
 * @returns How many calls ended, and what of it could not be delivered.
 */
export async function keepCalling(
  settings: KeepCallingSettings,
): Promise<{ calls: number; warning?: string }> {
  const { cwd, forMs, signal, onProgress } = settings
  const loaded = await loadModule(packageFiles().tools, cwd)
  const tools: ToolSet = [...loaded.values()].map(({ tool }) => tool)
  const telemetry = await startTelemetry({ serviceName: 'toolspan-demo' })
  const runtime = createRuntime<ToolSet>({ tools, logger: silentLogger, capture: 'redacted', metrics: 'all' })
  const until = performance.now() + forMs
  let calls = 0
  while (performance.now() < until && !signal.aborted) {
    await callEverything(runtime, () => {
      calls += 1
      onProgress(calls)
    })
    await pause(PAUSE_MS, undefined, { signal }).catch(() => {})
  }
  return { calls, warning: deliveryWarning(await telemetry.shutdown()) }
}

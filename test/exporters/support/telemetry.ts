import { onTestFinished, vi } from 'vitest'
import { startTelemetry, type TelemetryOptions } from '../../../src/exporters/start-telemetry.js'
import { plainRedactor } from './plain-redactor.js'

/** Starts telemetry with a plain redactor and shuts it down when the test is over, which frees the globals. */
export async function startTestTelemetry(options: TelemetryOptions = {}) {
  const telemetry = await startTelemetry({ serviceName: 'test-service', redactor: plainRedactor, ...options })
  onTestFinished(async () => {
    await telemetry.shutdown({ timeoutMs: 100 })
  })
  return telemetry
}

/** Sets variables for one test. */
export function withEnvironment(variables: Record<string, string>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
}

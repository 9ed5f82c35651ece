import { diag } from '@opentelemetry/api'
import type { TelemetryReport } from './telemetry-controls.js'

/**
 * Creates the function that says what was lost when nobody awaits a report.
 *
 * @param onLoss The application's own listener; what it throws must not change how the process ends.
 */
export function lossTeller(
  onLoss: ((report: TelemetryReport) => void) | undefined,
): (report: TelemetryReport) => void {
  let told = false
  return report => {
    if (report.ok || told) return
    told = true
    try {
      if (onLoss) onLoss(report)
      else for (const problem of report.problems) diag.warn(`toolspan: ${problem}`)
    } catch {
      // The process is ending; its exit code is the application's.
    }
  }
}

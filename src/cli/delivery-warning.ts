import type { TelemetryReport } from '../exporters/telemetry-controls.js'

const ENDPOINT = /OTLP endpoint/

/** Tells in one sentence what telemetry could not be delivered, and what to do; nothing when all was. */
export function deliveryWarning({ ok, problems }: TelemetryReport): string | undefined {
  if (ok || problems.length === 0) return undefined
  const advice = problems.some(problem => ENDPOINT.test(problem))
    ? '; start a collector there or unset OTEL_EXPORTER_OTLP_ENDPOINT'
    : ''
  return `${problems.join('; ')}${advice}`
}

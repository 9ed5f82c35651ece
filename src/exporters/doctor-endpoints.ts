import { DeliveryError } from './delivery-error.js'
import type { Finding } from './doctor-finding.js'
import { type Environment, readFlag, readList } from './environment.js'
import { createOtlpSender } from './otlp-sender.js'
import type { OtlpTarget } from './otlp-target.js'
import { planTelemetry } from './telemetry-plan.js'

/** Longest wait for one receiver, in milliseconds. */
const PATIENCE_MS = 2_000

/** Looks at what the standard variables say, and asks each receiver to take a message that holds nothing. */
export async function checkEndpoints(env: Environment): Promise<Finding[]> {
  const plan = planTelemetry({}, env)
  const wrong = plan.problems.map(says => ({ check: 'variables', status: 'problem', says }) as const)
  const off = readFlag(env, 'OTEL_SDK_DISABLED') ? [DISABLED] : turnedOff(env)
  const targets = [plan.traces.otlp, plan.logs.otlp, plan.metrics.otlp].filter(target => target !== undefined)
  if (targets.length === 0 && wrong.length === 0) return [...off, NO_ENDPOINT]
  return [...wrong, ...off, ...(await Promise.all(targets.map(askReceiver)))]
}

const DISABLED: Finding = {
  check: 'variables',
  status: 'warning',
  says: 'OTEL_SDK_DISABLED is true, so that nothing is recorded',
  fix: 'unset OTEL_SDK_DISABLED',
}

const NO_ENDPOINT: Finding = {
  check: 'endpoint',
  status: 'note',
  says: 'no OTLP endpoint is set: traces and logs go to files, and metrics nowhere unless Prometheus scrapes them',
}

function turnedOff(env: Environment): Finding[] {
  const signals = ['TRACES', 'LOGS', 'METRICS'].filter(name =>
    readList(env, `OTEL_${name}_EXPORTER`).includes('none'),
  )
  if (signals.length === 0) return []
  const names = signals.map(name => `OTEL_${name}_EXPORTER`).join(', ')
  return [{ check: 'variables', status: 'note', says: `turned off: ${names} says none` }]
}

/** What an empty request is, by protocol: in protobuf it has no bytes. */
const EMPTY = {
  traces: '{"resourceSpans":[]}',
  logs: '{"resourceLogs":[]}',
  metrics: '{"resourceMetrics":[]}',
}

async function askReceiver(target: OtlpTarget): Promise<Finding> {
  const { signal, protocol, label } = target
  const sender = createOtlpSender({ ...target, timeoutMs: PATIENCE_MS })
  try {
    await sender.send(Buffer.from(protocol === 'http/json' ? EMPTY[signal] : ''))
    return { check: 'endpoint', status: 'ok', says: `${label} takes ${signal} (${protocol})` }
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    const isElsewhere = error.fault === 'unknown_path' && signal !== 'traces'
    return {
      check: 'endpoint',
      status: isElsewhere ? 'warning' : 'problem',
      says: isElsewhere
        ? `${label} takes no ${signal}, as is so with Jaeger`
        : `no ${signal}: ${error.message}`,
      fix: isElsewhere
        ? `OTEL_${signal.toUpperCase()}_EXPORTER=none`
        : 'start a receiver there, or set OTEL_EXPORTER_OTLP_ENDPOINT to where one is',
    }
  } finally {
    sender.close()
  }
}

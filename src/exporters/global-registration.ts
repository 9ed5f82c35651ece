import * as api from '@opentelemetry/api'
import { type MeterProvider, metrics, type TracerProvider, trace } from '@opentelemetry/api'
import { importOptional } from './import-optional.js'

export interface GlobalRegistration {
  /** Whether another SDK held the global tracer provider, so that ours was refused. */
  refused: boolean
  /** Takes back what was registered, so that telemetry can be started again in this process. */
  unregister(): Promise<void>
}

/**
 * Runs an SDK's start and finds out whether the OpenTelemetry API took its providers.
 *
 * The API refuses a second registration with a line on a log that is silent by default. The context manager and the
 * propagator stay registered after `unregister`: running calls need their context to the end.
 *
 * @param start The SDK's start.
 * @param withTraces Whether the SDK registers a tracer provider at all.
 */
export function registerGlobally(start: () => void, withTraces: boolean): GlobalRegistration {
  const before = { tracers: currentTracers(), meters: metrics.getMeterProvider() }
  start()
  const refused = withTraces && currentTracers() === before.tracers
  const meters: MeterProvider = metrics.getMeterProvider()
  return {
    refused,
    unregister: async () => {
      if (metrics.getMeterProvider() === meters && meters !== before.meters) metrics.disable()
      if (refused) return
      if (withTraces) trace.disable()
      await disableLogs()
    },
  }
}

/** The global tracer provider is a proxy; what it stands for tells one SDK from another. */
function currentTracers(): TracerProvider {
  const provider = trace.getTracerProvider()
  return provider instanceof api.ProxyTracerProvider ? provider.getDelegate() : provider
}

/** The logs API is part of the API on the 3.x line and a package of its own on the 2.x line. */
async function disableLogs(): Promise<void> {
  if ('logs' in api) return (api.logs as { disable(): void }).disable()
  const { logs } = await importOptional('@opentelemetry/api-logs', () => import('@opentelemetry/api-logs'))
  logs.disable()
}

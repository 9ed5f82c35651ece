import * as api from '@opentelemetry/api'
import { type MeterProvider, metrics, type TracerProvider, trace } from '@opentelemetry/api'
import { importLogsApi } from './import-logs-api.js'

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
      ;(await importLogsApi()).disable()
    },
  }
}

/** The global tracer provider is a proxy; what it stands for tells one SDK from another. */
function currentTracers(): TracerProvider {
  const provider = trace.getTracerProvider()
  return provider instanceof api.ProxyTracerProvider ? provider.getDelegate() : provider
}

import { context, metrics, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { makeCanary } from '../../src/testing/canary.js'
import { createMemoryTelemetry } from '../../src/testing/memory-telemetry.js'
import { logs } from '../exporters/support/logs-api.js'
import type { Observed } from './observed.js'
import { collectLines } from './stderr-lines.js'

/** Registers fresh in-memory providers and a context manager with the global OpenTelemetry API, as a host does. */
export function registerGlobalTelemetry(): Observed {
  const telemetry = createMemoryTelemetry()
  unregisterGlobalTelemetry()
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(telemetry.tracerProvider)
  metrics.setGlobalMeterProvider(telemetry.meterProvider)
  logs.setGlobalLoggerProvider(telemetry.loggerProvider)
  const lines = collectLines()
  const canaries: string[] = []
  return {
    spans: telemetry.spans,
    startedSpans: telemetry.started,
    logs: telemetry.logs,
    lines,
    metric: async name => (await telemetry.metrics()).get(name) ?? [],
    events: () => [],
    transcript: () => [],
    canary() {
      const canary = makeCanary()
      canaries.push(canary)
      return canary
    },
    async assertNoLeak() {
      const everything = [telemetry.spans(), telemetry.logs(), lines(), [...(await telemetry.metrics())]]
      const text = JSON.stringify(everything)
      if (canaries.some(canary => text.includes(canary))) throw new Error(`a planted secret leaked: ${text}`)
    },
  }
}

export function unregisterGlobalTelemetry(): void {
  for (const api of [context, trace, metrics, logs]) api.disable()
}

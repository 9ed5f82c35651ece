import { createRequire } from 'node:module'
import type { MeterProvider, Tracer, TracerProvider } from '@opentelemetry/api'
import * as api from '@opentelemetry/api'
import type { Logger, LoggerProvider, LogsApi } from './logs-api.js'
import { createInstruments, type Instruments } from './metrics.js'
import { SCHEMA_URL, SCOPE_NAME } from './names.js'
import { quietly } from './quietly.js'
import { VERSION } from './version.js'

/** The three OpenTelemetry signals, resolved anew whenever the host registers another provider. */
export interface Signals {
  /** Whether anyone takes spans; without an SDK nobody does. */
  tracing(): boolean
  tracer(): Tracer
  instruments(): Instruments
  /** The OpenTelemetry logger; `undefined` where no logs API is installed. */
  logger(): Logger | undefined
  /** Asks every provider that can to send what it has. Rejects when one could not. */
  flush(): Promise<void>
}

export interface Providers {
  /** Default: the global one, asked at each call, so that an SDK may start after the runtime was made. */
  tracerProvider?: TracerProvider
  meterProvider?: MeterProvider
  loggerProvider?: LoggerProvider
}

/** Returns the signals of given providers, or of the global ones. Touches no global and creates nothing until asked. */
export function createSignals({ tracerProvider, meterProvider, loggerProvider }: Providers): Signals {
  const options = { schemaUrl: SCHEMA_URL }
  const tracerOf = perProvider((provider: TracerProvider) => provider.getTracer(SCOPE_NAME, VERSION, options))
  const loggerOf = perProvider((provider: LoggerProvider) => provider.getLogger(SCOPE_NAME, VERSION, options))
  return {
    tracing: () => tracerProvider !== undefined || isTracing(api.trace.getTracerProvider()),
    tracer: () => tracerOf(tracerProvider ?? api.trace.getTracerProvider()) ?? noopTracer,
    instruments: () => instrumentsOf(meterProvider ?? api.metrics.getMeterProvider()) ?? noopInstruments,
    logger() {
      const provider = loggerProvider ?? globalLogs()?.getLoggerProvider()
      return provider && loggerOf(provider)
    },
    async flush() {
      const tracers = delegateOf(tracerProvider ?? api.trace.getTracerProvider())
      const meters = meterProvider ?? api.metrics.getMeterProvider()
      const loggers = loggerProvider ?? globalLogs()?.getLoggerProvider()
      await Promise.all([tracers, meters, loggers].map(forceFlush))
    },
  }
}

/** Only providers of an SDK can be asked to send. */
async function forceFlush(provider: object | undefined): Promise<void> {
  if (provider && 'forceFlush' in provider && typeof provider.forceFlush === 'function')
    await provider.forceFlush()
}

let unregistered: api.ProxyTracerProvider | undefined

/** Tells whether an SDK stands behind the global provider; what stands there without one is known when seen again. */
function isTracing(provider: TracerProvider): boolean {
  if (provider === unregistered) return unregistered.getDelegate() !== noopProvider
  if (provider instanceof api.ProxyTracerProvider) unregistered = provider
  return delegateOf(provider) !== noopProvider
}

const noopProxy = new api.ProxyTracerProvider()
const noopTracer = noopProxy.getTracer(SCOPE_NAME)
const noopProvider = noopProxy.getDelegate()

/** The API hands out a proxy; what stands behind it says whether an SDK was registered. */
function delegateOf(provider: TracerProvider): TracerProvider {
  return provider instanceof api.ProxyTracerProvider ? provider.getDelegate() : provider
}
const noopInstruments = createInstruments(api.createNoopMeter())

// Shared by all runtimes of a process, so that two of them count into one instrument and not into duplicates.
const instrumentsOf = perProvider((provider: MeterProvider) =>
  createInstruments(provider.getMeter(SCOPE_NAME, VERSION, { schemaUrl: SCHEMA_URL })),
)

/** Makes a thing once for each provider; a provider that throws is asked again at the next call. */
function perProvider<P extends object, T>(make: (provider: P) => T): (provider: P) => T | undefined {
  const made = new WeakMap<P, T>()
  let last: { provider: P; value: T } | undefined
  return provider => {
    if (last?.provider === provider) return last.value
    const value = made.get(provider) ?? quietly(() => make(provider))
    if (value === undefined) return undefined
    made.set(provider, value)
    last = { provider, value }
    return value
  }
}

let logsApi: LogsApi | null | undefined

/** OpenTelemetry 3.x has its logs API in `@opentelemetry/api`, 2.x in a package of its own. */
function globalLogs(): LogsApi | undefined {
  if (logsApi === undefined) logsApi = (api as { logs?: LogsApi }).logs ?? logsPackage() ?? null
  return logsApi ?? undefined
}

function logsPackage(): LogsApi | undefined {
  try {
    return (createRequire(import.meta.url)('@opentelemetry/api-logs') as { logs: LogsApi }).logs
  } catch {
    return undefined
  }
}

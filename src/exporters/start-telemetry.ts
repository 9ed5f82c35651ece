import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Attributes } from '@opentelemetry/api'
import type { Redactor } from '../observe/redact/redactor.js'
import { type Environment, readFlag, readList, readText } from './environment.js'
import { installExitHooks } from './exit-hooks.js'
import { registerGlobally } from './global-registration.js'
import { importLogsApi } from './import-logs-api.js'
import { importOptional } from './import-optional.js'
import { createLogPipelines } from './log-pipeline.js'
import { lossTeller } from './loss-teller.js'
import { createMetricPipeline } from './metric-pipeline.js'
import type { OtlpOptions } from './otlp-target.js'
import { type PrometheusOptions, startPrometheusReader } from './prometheus-reader.js'
import { redactAttributes } from './redact-attributes.js'
import { redactMeasurements } from './redact-metrics.js'
import { createSpanPipelines } from './span-pipeline.js'
import {
  createTelemetryControls,
  noopTelemetryControls,
  type Telemetry,
  type TelemetryReport,
} from './telemetry-controls.js'
import { planTelemetry, type TelemetryPlan } from './telemetry-plan.js'

export interface TelemetryOptions {
  /** `service.name` of the resource; `OTEL_SERVICE_NAME` wins, as the one who deploys knows last. */
  serviceName?: string
  /** Sends traces, logs and metrics over OTLP. Default: what the standard variables say. */
  otlp?: OtlpOptions
  /** Serves metrics to Prometheus. Default: only when `OTEL_METRICS_EXPORTER` names `prometheus`. */
  prometheus?: PrometheusOptions
  /**
   * Keeps traces and logs in files. Default: when there is no OTLP endpoint. `true` keeps them beside OTLP, `false`
   * never does, `{ dir }` only says where.
   */
  local?: boolean | { dir?: string }
  /** Draws each trace on standard error. Default `false`. */
  console?: boolean
  /** Further resource attributes; those of `OTEL_RESOURCE_ATTRIBUTES` win. */
  resource?: Attributes
  /** Share of new traces to record, 0 to 1; calls within a trace follow it. Default: `OTEL_TRACES_SAMPLER`, else all. */
  sampling?: number
  /** What every span and log record goes through on its way out. Default: `createRedactor()`. */
  redactor?: Redactor
  /** Shuts down at SIGINT and SIGTERM. Default `false`: no signal handler is installed. */
  handleSignals?: boolean
  /**
   * Hears what the end of the process came to, when something was lost and no `shutdown` of the application's own could
   * say so. Called at most once and synchronously. Default: a warning on the diagnostic log of OpenTelemetry, which
   * `OTEL_LOG_LEVEL` turns on.
   */
  onLoss?: (report: TelemetryReport) => void
}

/**
 * Starts the OpenTelemetry SDK with exporters chosen by options and the standard `OTEL_*` variables.
 *
 * With `OTEL_EXPORTER_OTLP_ENDPOINT`, a variable of a single signal or `otlp`, telemetry goes over OTLP; otherwise
 * traces and logs go to files in `TOOLSPAN_DIR` or `.toolspan`. `OTEL_SDK_DISABLED=true` starts nothing. A process that
 * ends by itself delivers what is waiting first.
 *
 * @returns Controls whose `flush` and `shutdown` are bounded, never reject and report what was lost.
 * @throws {MissingPackageError} When an SDK package that is needed is not installed.
 * @throws {TypeError} When `otlp.endpoint` is not an http address.
 * @throws {RangeError} When `sampling` is not between 0 and 1.
 */
export async function startTelemetry(options: TelemetryOptions = {}): Promise<Telemetry> {
  const { sampling, handleSignals = false } = options
  if (sampling !== undefined && !(sampling >= 0 && sampling <= 1)) {
    throw new RangeError(`sampling must be a number from 0 to 1, not ${String(sampling)}`)
  }
  const env: Environment = process.env
  if (readFlag(env, 'OTEL_SDK_DISABLED')) return noopTelemetryControls()

  const plan = planTelemetry(options, env)
  const { NodeSDK } = await importOptional('@opentelemetry/sdk-node', () => import('@opentelemetry/sdk-node'))
  await importLogsApi()
  const redactor = options.redactor ?? (await defaultRedactor())
  const spans = await createSpanPipelines({ plan, console: options.console ?? false, redactor, env })
  const logs = await createLogPipelines({ plan, redactor, env })
  const metrics = await createReaders(options, plan, env)
  const sdk = new NodeSDK({
    ...(await resourceOptions(options, redactor, env)),
    sampler: await samplerFor(sampling),
    spanProcessors: spans.map(({ processor }) => processor),
    logRecordProcessors: logs.map(({ processor }) => processor),
    metricReaders: metrics.readers,
    views: [{ instrumentName: '*', attributesProcessors: [redactMeasurements(redactor)] }],
    instrumentations: [],
  })
  const registration = registerGlobally(() => sdk.start(), spans.length > 0)
  const controls = createTelemetryControls({
    pipelines: [...spans, ...logs, ...metrics.pipelines],
    stop: () => sdk.shutdown(),
    release: async () => {
      removeHooks()
      await registration.unregister()
    },
    problems: [...plan.problems, ...metrics.problems, ...(registration.refused ? [REFUSED] : [])],
  })
  const say = lossTeller(options.onLoss)
  const removeHooks = installExitHooks({
    shutdown: async () => say(await controls.shutdown()),
    abandon: () => say(controls.abandon()),
    handleSignals,
  })
  return { flush: controls.flush, shutdown: controls.shutdown }
}

const REFUSED =
  'Another OpenTelemetry SDK is already registered in this process; spans go to it and not to toolspan'

/** Imported here because the redactor's rules are heavy and an application may bring its own. */
async function defaultRedactor(): Promise<Redactor> {
  const { createRedactor } = await import('../observe/redact/create-redactor.js')
  return createRedactor()
}

async function createReaders({ prometheus }: TelemetryOptions, plan: TelemetryPlan, env: Environment) {
  const named = readList(env, 'OTEL_METRICS_EXPORTER')
  const wanted = prometheus ?? (named.includes('prometheus') ? {} : undefined)
  const pushed = plan.metrics.otlp ? [await createMetricPipeline(plan.metrics.otlp, env)] : []
  const scraped = wanted ? await startPrometheusReader(wanted, env) : {}
  return {
    pipelines: pushed,
    readers: [...pushed.map(({ reader }) => reader), ...(scraped.reader ? [scraped.reader] : [])],
    problems: scraped.problem ? [scraped.problem] : [],
  }
}

/**
 * Describes the process, redacted, as metrics carry it too. The SDK's own detectors put the command line there, so only
 * the environment is read unless `OTEL_NODE_RESOURCE_DETECTORS` asks for more.
 */
async function resourceOptions(options: TelemetryOptions, redactor: Redactor, env: Environment) {
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = await importOptional(
    '@opentelemetry/resources',
    () => import('@opentelemetry/resources'),
  )
  const { serviceName, resource: further } = options
  const own = {
    ...(serviceName ? { 'service.name': serviceName } : {}),
    'process.pid': process.pid,
    // Without it Jaeger takes each span for one of another host, and corrects clocks that are the same.
    'host.name': hostname(),
    // Without it the counters of two processes of one service are one series, and wrong.
    'service.instance.id': randomUUID(),
    ...further,
  }
  const { attributes } = defaultResource()
    .merge(resourceFromAttributes(own))
    .merge(detectResources({ detectors: [envDetector] }))
  const resource = resourceFromAttributes(redactAttributes(attributes, redactor))
  return { resource, autoDetectResources: readText(env, 'OTEL_NODE_RESOURCE_DETECTORS') !== undefined }
}

async function samplerFor(ratio: number | undefined) {
  if (ratio === undefined) return undefined
  const { ParentBasedSampler, TraceIdRatioBasedSampler } = await importOptional(
    '@opentelemetry/sdk-trace',
    () => import('@opentelemetry/sdk-trace'),
  )
  return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) })
}

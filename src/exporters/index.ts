// The public names of `toolspan/exporters`. Each name is listed, so that adding one is a decision; no logic here.

export { MissingPackageError } from '../observe/missing-package-error.js'
export {
  type ConsoleExporterOptions,
  createConsoleExporter,
  type WaterfallStream,
} from './console-exporter.js'
export { createLocalLogExporter, createLocalSpanExporter, type LocalFilesOptions } from './local-files.js'
export type { OtlpOptions, OtlpProtocol } from './otlp-target.js'
export type { PrometheusOptions } from './prometheus-reader.js'
export {
  type FindTracesOptions,
  type FoundTraces,
  findTraces,
  type ReadOptions,
  readLogs,
  readTrace,
  readTraces,
  type TraceRecord,
} from './read-local-files.js'
export { redactLogs } from './redact-logs.js'
export { redactMeasurements } from './redact-metrics.js'
export { redactSpans } from './redact-spans.js'
export { startTelemetry, type TelemetryOptions } from './start-telemetry.js'
export type { StoredAttributes, StoredEvent, StoredLink, StoredLog, StoredSpan } from './stored-span.js'
export type { FlushOptions, Telemetry, TelemetryReport } from './telemetry-controls.js'
export { TraceLookupError } from './trace-lookup-error.js'
export type { TraceFilter, TraceSummary } from './trace-summary.js'
export { renderWaterfall, type WaterfallOptions } from './waterfall.js'

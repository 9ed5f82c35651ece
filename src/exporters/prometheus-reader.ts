import type { MetricReader } from '@opentelemetry/sdk-metrics'
import { type Environment, readPositive, readText } from './environment.js'
import { importOptional } from './import-optional.js'

export interface PrometheusOptions {
  /** Port of `/metrics`. Default: `OTEL_EXPORTER_PROMETHEUS_PORT`, else 9464. */
  port?: number
  /** Address to listen on. Default: `OTEL_EXPORTER_PROMETHEUS_HOST`, else 127.0.0.1, so that only this machine reads. */
  host?: string
}

export interface PrometheusReader {
  /** Absent when the port could not be had. */
  reader?: MetricReader
  problem?: string
}

/** Starts the page that Prometheus scrapes. A port that is taken is a problem, not an error: the tools still run. */
export async function startPrometheusReader(
  options: PrometheusOptions,
  env: Environment,
): Promise<PrometheusReader> {
  const { PrometheusExporter } = await importOptional(
    '@opentelemetry/exporter-prometheus',
    () => import('@opentelemetry/exporter-prometheus'),
  )
  const port = options.port ?? readPositive(env, 'OTEL_EXPORTER_PROMETHEUS_PORT') ?? 9464
  const host = options.host ?? readText(env, 'OTEL_EXPORTER_PROMETHEUS_HOST') ?? '127.0.0.1'
  const reader = new PrometheusExporter({ port, host, preventServerStart: true })
  try {
    await reader.startServer()
    return { reader }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    const reason = code === 'EADDRINUSE' ? 'the port is in use' : code
    return { problem: `Prometheus metrics cannot be served on ${host}:${port}: ${reason}` }
  }
}

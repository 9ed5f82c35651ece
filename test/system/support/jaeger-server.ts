import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts } from './free-ports.js'
import { type JaegerQuery, jaegerQuery } from './jaeger-query.js'
import { jaegerProgram } from './programs.js'
import { serverFolder, startServer } from './server-process.js'

/** Jaeger, all in one process, with its data in memory. */
export interface JaegerServer extends JaegerQuery {
  /** Addresses for OTLP. */
  http: string
  grpc: string
  /** Page of the metrics that its collector makes of spans, and of those it is sent. */
  collectorMetrics: string
  stop(): Promise<void>
}

/** Starts Jaeger on free ports of loopback. */
export async function startJaeger(): Promise<JaegerServer> {
  const [http, grpc, query, queryGrpc, metrics] = (await freePorts(5)) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const folder = serverFolder()
  const config = join(folder.path, 'jaeger.yaml')
  writeFileSync(config, configOf({ http, grpc, query, queryGrpc, metrics }))
  const api = jaegerQuery(`http://127.0.0.1:${query}`)
  const server = await startServer({
    command: jaegerProgram(),
    args: ['--config', config],
    cwd: folder.path,
    ready: async () => (await fetch(`${api.url}/api/services`)).ok,
  })
  return {
    ...api,
    http: `http://127.0.0.1:${http}`,
    grpc: `http://127.0.0.1:${grpc}`,
    collectorMetrics: `http://127.0.0.1:${metrics}/metrics`,
    stop: async () => {
      await server.stop()
      folder.remove()
    },
  }
}

/** As Jaeger's own configuration for span metrics, on loopback and with short waits. */
function configOf(ports: Record<'http' | 'grpc' | 'query' | 'queryGrpc' | 'metrics', number>): string {
  return `
service:
  extensions: [jaeger_storage, jaeger_query]
  pipelines:
    traces:
      receivers: [otlp]
      exporters: [jaeger_storage_exporter, spanmetrics]
    metrics:
      receivers: [otlp, spanmetrics]
      exporters: [prometheus]
  telemetry:
    metrics: { level: none }
    logs: { level: warn }
extensions:
  jaeger_query:
    storage: { traces: memory }
    http: { endpoint: "127.0.0.1:${ports.query}" }
    grpc: { endpoint: "127.0.0.1:${ports.queryGrpc}" }
  jaeger_storage:
    backends:
      memory: { memory: { max_traces: 10000 } }
connectors:
  spanmetrics:
    metrics_flush_interval: 200ms
receivers:
  otlp:
    protocols:
      http: { endpoint: "127.0.0.1:${ports.http}" }
      grpc: { endpoint: "127.0.0.1:${ports.grpc}" }
exporters:
  jaeger_storage_exporter: { trace_storage: memory }
  prometheus: { endpoint: "127.0.0.1:${ports.metrics}" }
`
}

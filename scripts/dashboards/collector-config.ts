import { ATTR } from '../../src/observe/names.js'
import { NOT_OK } from './outcomes.js'

/** Configuration of an OpenTelemetry Collector (the contrib distribution) between tools and where people look. */
export function collectorConfig(): string {
  return `# OpenTelemetry Collector (contrib): takes everything over OTLP, keeps the traces that are worth keeping, and hands metrics
# to Prometheus. Metrics are made of all calls, kept or not.
receivers:
  otlp:
    protocols:
      grpc: { endpoint: 0.0.0.0:4317 }
      http: { endpoint: 0.0.0.0:4318 }

processors:
  memory_limiter: { check_interval: 1s, limit_percentage: 80, spike_limit_percentage: 20 }
  batch: {}
  # A trace is kept when any policy keeps it. All spans of a trace must reach the same collector.
  tail_sampling:
    decision_wait: 5s # longer than your slowest trace: 30s is usual in production
    num_traces: 50000
    policies:
      - name: calls-that-did-not-end-ok
        type: string_attribute
        string_attribute:
          key: ${ATTR.outcome}
          values:
${NOT_OK.map(outcome => `            - ${outcome}`).join('\n')}
      - name: errors-anywhere
        type: status_code
        status_code: { status_codes: [ERROR] }
      - name: slow-traces
        type: latency
        latency: { threshold_ms: 10000 }
      # Everything, as is right on a desk. With much traffic: 10.
      - name: a-share-of-the-rest
        type: probabilistic
        probabilistic: { sampling_percentage: 100 }

connectors:
  # What Jaeger's page "Monitor" shows.
  spanmetrics:
    metrics_flush_interval: 10s
    dimensions: [{ name: ${ATTR.toolName} }, { name: ${ATTR.outcome} }]

exporters:
  otlp/jaeger: { endpoint: jaeger:4317, tls: { insecure: true } }
  otlp/tempo: { endpoint: tempo:4317, tls: { insecure: true } }
  prometheus: { endpoint: 0.0.0.0:8889 }
  # Logs stand on the spans as events too. Put your log store here.
  nop: {}

service:
  pipelines:
    traces/measured: { receivers: [otlp], exporters: [spanmetrics] }
    traces/kept: { receivers: [otlp], processors: [memory_limiter, tail_sampling, batch], exporters: [otlp/jaeger, otlp/tempo] }
    metrics: { receivers: [otlp, spanmetrics], processors: [memory_limiter, batch], exporters: [prometheus] }
    logs: { receivers: [otlp], exporters: [nop] }
`
}

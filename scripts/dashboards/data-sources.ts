import { ATTR, METRIC } from '../../src/observe/names.js'
import { FAILED, OUTCOME, RAN, TOOL } from './queries.js'
import { series } from './series.js'

const buckets = series(METRIC.executeToolDuration, ['$__tags', RAN], '_bucket')

/** From the span of a call to the metrics of its tool. */
const spanQueries = [
  {
    name: 'Calls by outcome',
    query: `sum by (${OUTCOME}) (rate(${series(METRIC.toolCalls, ['$__tags'])}[5m]))`,
  },
  { name: 'Failures', query: `sum(rate(${series(METRIC.toolCalls, ['$__tags', FAILED])}[5m]))` },
  { name: 'p99', query: `histogram_quantile(0.99, sum by (le) (rate(${buckets}[5m])))` },
]

const tracesToMetrics = {
  datasourceUid: 'prometheus',
  spanStartTimeShift: '-30m',
  spanEndTimeShift: '30m',
  tags: [{ key: ATTR.toolName, value: TOOL }],
  queries: spanQueries,
}

/** The data sources of Grafana, with links from spans to metrics. */
export function dataSources() {
  const source = (name: string, url: string, jsonData: object, isDefault = false) => ({
    name,
    uid: name.toLowerCase(),
    type: name.toLowerCase(),
    access: 'proxy',
    url,
    isDefault,
    jsonData,
  })
  return {
    apiVersion: 1,
    datasources: [
      source('Prometheus', 'http://prometheus:9090', { httpMethod: 'POST', timeInterval: '10s' }, true),
      source('Jaeger', 'http://jaeger:16686', { tracesToMetrics, nodeGraph: { enabled: true } }),
      source('Tempo', 'http://tempo:3200', { tracesToMetrics, nodeGraph: { enabled: true } }),
    ],
  }
}

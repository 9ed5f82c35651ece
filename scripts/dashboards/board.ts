import {
  DashboardBuilder,
  DashboardCursorSync,
  DashboardLinkBuilder,
  DashboardLinkType,
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  VariableRefresh,
  VariableSort,
} from '@grafana/grafana-foundation-sdk/dashboard'
import { METRIC } from '../../src/observe/names.js'
import { PROMETHEUS } from './panels.js'
import { OF_SERVICE, TOOL } from './queries.js'
import { series } from './series.js'

export interface BoardFacts {
  /** Kept for ever: links lead to it. */
  uid: string
  title: string
  description: string
  /** How tools are chosen: several at once, one, or not at all. */
  tools: 'several' | 'one' | 'none'
}

/**
 * Begins a dashboard that works in any Grafana: the reader chooses the data sources, so that files can be provisioned
 * and imported alike.
 */
export function board({ uid, title, description, tools }: BoardFacts): DashboardBuilder {
  const builder = new DashboardBuilder(`toolspan / ${title}`)
    .uid(uid)
    .id(null)
    .description(description)
    .tags(['toolspan', 'opentelemetry', 'gen-ai'])
    .time({ from: 'now-1h', to: 'now' })
    .refresh('30s')
    .timezone('browser')
    .tooltip(DashboardCursorSync.Crosshair)
    .link(
      new DashboardLinkBuilder('toolspan')
        .type(DashboardLinkType.Dashboards)
        .tags(['toolspan'])
        .includeVars(true)
        .keepTime(true),
    )
    .withVariable(dataSource('datasource', 'Metrics', 'prometheus'))
    .withVariable(dataSource('jaeger', 'Jaeger', 'jaeger'))
    .withVariable(dataSource('tempo', 'Tempo', 'tempo'))
    .withVariable(
      valuesOf('job', 'Service', series(METRIC.toolCalls))
        .includeAll(true)
        .allValue('.*')
        .current({ text: 'All', value: '$__all' }),
    )
  if (tools === 'none') return builder
  const tool = valuesOf('tool', 'Tool', series(METRIC.toolCalls, [OF_SERVICE]), TOOL)
  return builder.withVariable(
    tools === 'one'
      ? tool
      : tool
          .multi(true)
          .includeAll(true)
          .allValue('.*')
          .current({ text: ['All'], value: ['$__all'] }),
  )
}

function dataSource(name: string, label: string, type: string): DatasourceVariableBuilder {
  return new DatasourceVariableBuilder(name).label(label).type(type)
}

function valuesOf(name: string, label: string, selector: string, of = name): QueryVariableBuilder {
  return new QueryVariableBuilder(name)
    .label(label)
    .datasource(PROMETHEUS)
    .query({ qryType: 1, query: `label_values(${selector}, ${of})`, refId: 'A' })
    .refresh(VariableRefresh.OnTimeRangeChanged)
    .sort(VariableSort.AlphabeticalAsc)
}

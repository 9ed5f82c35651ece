import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard'
import { dataSources } from '../../../scripts/dashboards/data-sources.js'
import { BOARDS } from '../../../scripts/dashboards/generated-files.js'

/** One expression of a dashboard, with where it stands. */
export interface DashboardQuery {
  /** `file / title of the panel / letter`. */
  where: string
  expr: string
}

/** What Grafana fills in, but for the variables of a reader's choice. */
export interface Filled {
  job: string
  tool?: string
  rateInterval?: string
  range?: string
}

/** Lists every expression of every dashboard. */
export function dashboardQueries(): DashboardQuery[] {
  return Object.entries(BOARDS).flatMap(([file, board]) => queriesOf(file, board()))
}

/** Lists the expressions that lead from spans to metrics. */
export function spanQueries(): DashboardQuery[] {
  return dataSources().datasources.flatMap(({ name, jsonData }) => {
    const { tracesToMetrics } = jsonData as {
      tracesToMetrics?: { queries: { name: string; query: string }[] }
    }
    const queries = tracesToMetrics?.queries ?? []
    return queries.map(({ name: title, query }) => ({ where: `${name} / ${title}`, expr: query }))
  })
}

/** Fills in the variables as Grafana does. */
export function filled(
  expr: string,
  { job, tool = '.*', rateInterval = '5s', range = '1m' }: Filled,
): string {
  return expr
    .replaceAll('$__rate_interval', rateInterval)
    .replaceAll('$__range', range)
    .replaceAll('$__tags', `gen_ai_tool_name="${tool}"`)
    .replaceAll('$job', job)
    .replaceAll('$tool', tool)
}

function queriesOf(file: string, { panels = [] }: Dashboard): DashboardQuery[] {
  return panels.flatMap(panel => {
    if (!('targets' in panel)) return []
    const targets = (panel.targets ?? []) as { refId?: string; expr?: string }[]
    return targets.flatMap(({ refId, expr }) =>
      expr === undefined ? [] : [{ where: `${file} / ${panel.title} / ${refId}`, expr }],
    )
  })
}

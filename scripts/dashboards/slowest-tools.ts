import { TableSortByFieldStateBuilder } from '@grafana/grafana-foundation-sdk/common'
import { DashboardLinkBuilder } from '@grafana/grafana-foundation-sdk/dashboard'
import { PromQueryFormat } from '@grafana/grafana-foundation-sdk/prometheus'
import { PanelBuilder as TableBuilder } from '@grafana/grafana-foundation-sdk/table'
import { METRIC } from '../../src/observe/names.js'
import { HALF, PROMETHEUS, query } from './panels.js'
import { durationOfRuns, failedShare, OF_TOOL, TOOL } from './queries.js'
import { series } from './series.js'
import { toolUrl } from './trace-links.js'

const RANGE = '$__range'

const COLUMNS = [
  { title: 'p99', unit: 's', expr: `topk(20, ${durationOfRuns(0.99, [TOOL], RANGE)})` },
  { title: 'p50', unit: 's', expr: durationOfRuns(0.5, [TOOL], RANGE) },
  {
    title: 'calls',
    unit: 'short',
    expr: `sum by (${TOOL}) (increase(${series(METRIC.toolCalls, OF_TOOL)}[${RANGE}]))`,
  },
  { title: 'failed', unit: 'percentunit', expr: failedShare([TOOL], RANGE) },
]

/** A table of the tools with the slowest calls, over the time that the dashboard shows. */
export function slowestTools(): TableBuilder {
  const columnOf = (index: number) => `Value #${String.fromCharCode(65 + index)}`
  const panel = new TableBuilder()
    .title('Slowest tools')
    .description('By p99 of the calls whose tool ran, over the time shown.')
    .datasource(PROMETHEUS)
    .span(HALF)
    .height(8)
    .targets(
      COLUMNS.map(({ expr }, index) =>
        query({ expr, legend: '' }, index).instant().format(PromQueryFormat.Table),
      ),
    )
    .withTransformation({ id: 'merge', options: {} })
    .withTransformation({
      id: 'organize',
      options: {
        excludeByName: { Time: true },
        renameByName: {
          [TOOL]: 'tool',
          ...Object.fromEntries(COLUMNS.map(({ title }, index) => [columnOf(index), title])),
        },
      },
    })
    .sortBy([new TableSortByFieldStateBuilder().displayName('p99').desc(true)])
    .overrideByName('tool', [{ id: 'links', value: [toolLink()] }])
  for (const { title, unit } of COLUMNS) panel.overrideByName(title, [{ id: 'unit', value: unit }])
  return panel
}

function toolLink() {
  return new DashboardLinkBuilder('This tool').url(toolUrl('__data.fields.tool')).build()
}

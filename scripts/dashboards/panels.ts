import {
  AxisPlacement,
  GraphDrawStyle,
  HeatmapCellLayout,
  LegendDisplayMode,
  LegendPlacement,
  ReduceDataOptionsBuilder,
  StackingConfigBuilder,
  StackingMode,
  TooltipDisplayMode,
  VisibilityMode,
  VizLegendOptionsBuilder,
  VizTooltipOptionsBuilder,
} from '@grafana/grafana-foundation-sdk/common'
import type { DashboardLinkBuilder } from '@grafana/grafana-foundation-sdk/dashboard'
import {
  PanelBuilder as HeatmapBuilder,
  HeatmapColorMode,
  HeatmapColorOptionsBuilder,
  RowsHeatmapOptionsBuilder,
  YAxisConfigBuilder,
} from '@grafana/grafana-foundation-sdk/heatmap'
import { DataqueryBuilder, PromQueryFormat } from '@grafana/grafana-foundation-sdk/prometheus'
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat'
import { PanelBuilder as TimeseriesBuilder } from '@grafana/grafana-foundation-sdk/timeseries'
import { variable } from './variable.js'

/** The data source that each dashboard lets its reader choose. */
export const PROMETHEUS = { type: 'prometheus', uid: variable('datasource') }

/** Columns of a dashboard. */
export const WHOLE = 24
export const HALF = 12
export const THIRD = 8

const HEIGHT = 8
const STAT_HEIGHT = 4

export interface Query {
  expr: string
  /** What a series is called, with labels in double braces. */
  legend: string
}

export interface PanelFacts {
  title: string
  /** What it shows and what to think of it, for who asks. */
  description: string
  unit: string
  queries: readonly Query[]
  span?: number
  links?: readonly DashboardLinkBuilder[]
  /** Draws parts of a whole on top of each other. */
  stacked?: boolean
  /** Upper end of the axis, where there is one. */
  max?: number
}

/** A panel of lines over time. */
export function lines(facts: PanelFacts): TimeseriesBuilder {
  const { title, description, unit, queries, span = HALF, links = [], stacked = false, max } = facts
  const panel = new TimeseriesBuilder()
    .title(title)
    .description(description)
    .datasource(PROMETHEUS)
    .unit(unit)
    .min(0)
    .span(span)
    .height(HEIGHT)
    .drawStyle(GraphDrawStyle.Line)
    .lineWidth(1)
    .fillOpacity(stacked ? 25 : 0)
    .showPoints(VisibilityMode.Never)
    .stacking(new StackingConfigBuilder().mode(stacked ? StackingMode.Normal : StackingMode.None))
    .legend(
      new VizLegendOptionsBuilder()
        .displayMode(LegendDisplayMode.Table)
        .placement(LegendPlacement.Bottom)
        .showLegend(true)
        .calcs(['mean', 'max', 'lastNotNull']),
    )
    .tooltip(new VizTooltipOptionsBuilder().mode(TooltipDisplayMode.Multi))
    .targets(queries.map(rangeQuery))
    .dataLinks([...links])
  return max === undefined ? panel : panel.max(max)
}

/** A panel of one number: how it is now. */
export function stat(facts: Omit<PanelFacts, 'stacked'>): StatBuilder {
  const { title, description, unit, queries, span = 4, links = [] } = facts
  return new StatBuilder()
    .title(title)
    .description(description)
    .datasource(PROMETHEUS)
    .unit(unit)
    .span(span)
    .height(STAT_HEIGHT)
    .noValue('–')
    .reduceOptions(new ReduceDataOptionsBuilder().calcs(['lastNotNull']))
    .targets(queries.map(rangeQuery))
    .dataLinks([...links])
}

/** A panel of how often which duration occurred over time. */
export function heatmap(facts: Omit<PanelFacts, 'stacked' | 'queries'> & { expr: string }): HeatmapBuilder {
  const { title, description, unit, expr, span = HALF, links = [] } = facts
  return new HeatmapBuilder()
    .title(title)
    .description(description)
    .datasource(PROMETHEUS)
    .span(span)
    .height(HEIGHT)
    .calculate(false)
    .cellGap(1)
    .rowsFrame(new RowsHeatmapOptionsBuilder().layout(HeatmapCellLayout.Le))
    .yAxis(new YAxisConfigBuilder().unit(unit).axisPlacement(AxisPlacement.Left))
    .color(new HeatmapColorOptionsBuilder().mode(HeatmapColorMode.Scheme).scheme('Oranges').steps(64))
    .targets([query({ expr, legend: '{{le}}' }).range().format(PromQueryFormat.Heatmap)])
    .dataLinks([...links])
}

/** The queries of a panel, lettered as Grafana letters them. */
export function query({ expr, legend }: Query, index = 0): DataqueryBuilder {
  return new DataqueryBuilder()
    .refId(String.fromCharCode(65 + index))
    .datasource(PROMETHEUS)
    .expr(expr)
    .legendFormat(legend)
}

function rangeQuery(one: Query, index: number): DataqueryBuilder {
  return query(one, index).range()
}

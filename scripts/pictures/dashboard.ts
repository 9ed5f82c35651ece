// Draws panels of the Tools dashboard as an SVG, from what a Prometheus answers to their own expressions:
//   OTEL_METRICS_EXPORTER=prometheus npx toolspan demo --for 5m &
//   prometheus --config.file=dashboards/prometheus/local.yml --storage.tsdb.path=/tmp/toolspan-prometheus &
//   npx jiti scripts/pictures/dashboard.ts docs/images/dashboard.svg http://localhost:9090 5m
import { writeFileSync } from 'node:fs'
import { toolsBoard } from '../dashboards/tools-board.js'
import { CHART, drawChart, type Series } from './chart.js'

const PANELS = ['Calls by outcome', 'Calls by tool', 'p99 by tool', 'Failures by type']
const GAP = 12

interface Panel {
  title?: string
  targets?: { expr?: string; legendFormat?: string }[]
  fieldConfig?: { defaults: { unit?: string } }
}

const [out, prometheus, minutes = '5m'] = process.argv.slice(2)
if (!out || !prometheus)
  throw new Error('usage: npx jiti scripts/pictures/dashboard.ts OUT.svg PROMETHEUS [MINUTES]')
const toMs = Math.floor(Date.now() / 5000) * 5000
const fromMs = toMs - Number.parseInt(minutes, 10) * 60_000
const panels = (toolsBoard().panels ?? []) as Panel[]

const drawn: string[] = []
for (const title of PANELS) {
  const panel = panels.find(one => one.title === title)
  const target = panel?.targets?.[0]
  if (!target?.expr) throw new Error(`The dashboard has no panel ${title}`)
  const unit = panel?.fieldConfig?.defaults.unit ?? ''
  const series = await ask(target.expr, target.legendFormat ?? '')
  drawn.push(drawChart({ title, unit, stacked: unit === 'reqps', series, fromMs, toMs }))
}
writeFileSync(out, page(drawn))

/** Asks for a panel's expression, with every variable at what it is when nothing is chosen. */
async function ask(expr: string, legend: string): Promise<Series[]> {
  const query = expr.replaceAll('$__rate_interval', '30s').replaceAll('$job', '.*').replaceAll('$tool', '.*')
  const range = { query, start: String(fromMs / 1000), end: String(toMs / 1000), step: '5' }
  const response = await fetch(`${prometheus}/api/v1/query_range?${new URLSearchParams(range)}`)
  const { data, error } = (await response.json()) as {
    data?: { result: { metric: Record<string, string>; values: [number, string][] }[] }
    error?: string
  }
  if (!data) throw new Error(`Prometheus answered ${error}`)
  return data.result.map(({ metric, values }) => ({
    name: legend.replaceAll(/\{\{(\w+)\}\}/g, (_, label) => metric[label] ?? ''),
    points: values
      .map(([at, value]) => ({ atMs: at * 1000, value: Number(value) }))
      .filter(({ value }) => Number.isFinite(value)),
  }))
}

function page(charts: readonly string[]): string {
  const place = (index: number) => ({
    x: GAP + (index % 2) * (CHART.width + GAP),
    y: GAP + Math.floor(index / 2) * (CHART.height + GAP),
  })
  const width = 2 * CHART.width + 3 * GAP
  const height = Math.ceil(charts.length / 2) * (CHART.height + GAP) + GAP
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    '<style>text{font:14px system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif}.axis{font-size:11px;fill:#9fa7b3}</style>',
    `<rect width="100%" height="100%" rx="8" fill="#111217"/>`,
    ...charts.map(
      (chart, index) => `<g transform="translate(${place(index).x} ${place(index).y})">${chart}</g>`,
    ),
    '</svg>\n',
  ].join('\n')
}

/** One series of a chart. */
export interface Series {
  name: string
  points: readonly { atMs: number; value: number }[]
}

export interface Chart {
  title: string
  unit: string
  stacked: boolean
  series: readonly Series[]
  fromMs: number
  toMs: number
}

export const CHART = { width: 560, height: 260 }

const COLOURS = [
  '#73bf69',
  '#f2cc0c',
  '#8ab8ff',
  '#ff780a',
  '#f2495c',
  '#b877d9',
  '#5794f2',
  '#c4a7e7',
  '#96d98d',
  '#ffb357',
]
const AREA = { left: 62, top: 40, right: 14, bottom: 74 }
const PLOT = { width: CHART.width - AREA.left - AREA.right, height: CHART.height - AREA.top - AREA.bottom }
const MOST_SERIES = 8

/** Draws a panel of lines over time as the inside of an SVG. */
export function drawChart(chart: Chart): string {
  const { title, unit, fromMs, toMs } = chart
  const shown = [...chart.series].sort((a, b) => last(b) - last(a)).slice(0, MOST_SERIES)
  const drawn = chart.stacked ? stack(shown) : shown
  const top = niceTop(Math.max(...drawn.flatMap(({ points }) => points.map(({ value }) => value)), 1e-9))
  const x = (atMs: number) => AREA.left + ((atMs - fromMs) / (toMs - fromMs)) * PLOT.width
  const y = (value: number) => AREA.top + (1 - value / top) * PLOT.height
  const lines = drawn.map(({ points }, index) => {
    const path = points
      .map(({ atMs, value }, at) => `${at === 0 ? 'M' : 'L'}${x(atMs).toFixed(1)} ${y(value).toFixed(1)}`)
      .join('')
    const [first, final] = [points[0], points.at(-1)]
    const colour = COLOURS[index % COLOURS.length]
    const below =
      first && final ? `${path}L${x(final.atMs).toFixed(1)} ${y(0)}L${x(first.atMs).toFixed(1)} ${y(0)}Z` : ''
    // The ground hides the areas behind it, which are those of the sums with it.
    const area = chart.stacked
      ? `<path d="${below}" fill="#181b1f"/><path d="${below}" fill="${colour}" opacity="0.35"/>`
      : ''
    return `${area}<path d="${path}" fill="none" stroke="${colour}" stroke-width="1.6"/>`
  })
  return [
    `<rect width="${CHART.width}" height="${CHART.height}" rx="6" fill="#181b1f" stroke="#2c3235"/>`,
    text(14, 24, title, 'fill="#ccccdc" font-weight="600"'),
    ...[0, 0.5, 1].map(share => gridLine(y(top * share), `${formatted(top * share, unit)}`)),
    ...[0, 0.5, 1].map(share => {
      const atMs = fromMs + (toMs - fromMs) * share
      const anchor = share === 0 ? 'start' : share === 1 ? 'end' : 'middle'
      return text(x(atMs), AREA.top + PLOT.height + 16, clock(atMs), `class="axis" text-anchor="${anchor}"`)
    }),
    ...(chart.stacked ? [...lines].reverse() : lines),
    ...legend(shown, unit),
  ].join('\n')
}

function legend(series: readonly Series[], unit: string): string[] {
  const columns = 3
  return series.slice(0, 2 * columns).map((one, index) => {
    const at = { x: 14 + (index % columns) * 182, y: CHART.height - 30 + Math.floor(index / columns) * 18 }
    const colour = COLOURS[index % COLOURS.length]
    const words = `${one.name}  ${formatted(last(one), unit)}`
    return `<rect x="${at.x}" y="${at.y - 8}" width="10" height="4" fill="${colour}"/>${text(at.x + 15, at.y, words, 'class="axis"')}`
  })
}

function gridLine(y: number, words: string): string {
  const line = `<line x1="${AREA.left}" x2="${CHART.width - AREA.right}" y1="${y.toFixed(1)}" y2="${y.toFixed(1)}" stroke="#2c3235"/>`
  return line + text(AREA.left - 6, y + 4, words, 'class="axis" text-anchor="end"')
}

/** Puts series on top of each other, each point on what lies below it at the same time. */
function stack(series: readonly Series[]): Series[] {
  const below = new Map<number, number>()
  return series.map(({ name, points }) => ({
    name,
    points: points.map(({ atMs, value }) => {
      const sum = (below.get(atMs) ?? 0) + value
      below.set(atMs, sum)
      return { atMs, value: sum }
    }),
  }))
}

function last({ points }: Series): number {
  return points.at(-1)?.value ?? 0
}

function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 2.5, 5, 10].find(step => step * power >= most) ?? 10) * power
}

function formatted(value: number, unit: string): string {
  if (unit === 's') return value >= 1 || value === 0 ? `${round(value)} s` : `${round(value * 1000)} ms`
  if (unit === 'percentunit') return `${round(value * 100)} %`
  if (unit === 'reqps') return `${round(value)}/s`
  return String(round(value))
}

function round(value: number): number {
  return Number(value.toPrecision(3))
}

function clock(atMs: number): string {
  return new Date(atMs).toISOString().slice(11, 19)
}

function text(x: number, y: number, words: string, look: string): string {
  const safe = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${look}>${safe}</text>`
}

// Draws what a command prints into an SVG, colours included: node scripts/terminal-picture.js OUT.svg COMMAND [ARG ...]
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

const COLUMNS = 100
const CHAR = { width: 8.4, height: 18 }
const PADDING = 16
const ESCAPE = String.fromCharCode(27)
const STYLED = new RegExp(`${ESCAPE}\\[([\\d;]*)m|([^${ESCAPE}]+)`, 'g')
const COLOURS = {
  30: '#484f58',
  31: '#ff7b72',
  32: '#3fb950',
  33: '#d29922',
  34: '#58a6ff',
  35: '#bc8cff',
  36: '#39c5cf',
  37: '#b1bac4',
  90: '#6e7681',
  91: '#ffa198',
  92: '#56d364',
  93: '#e3b341',
  94: '#79c0ff',
  95: '#d2a8ff',
  96: '#56d4dd',
  97: '#f0f6fc',
}

const [out, command, ...args] = process.argv.slice(2)
if (!out || !command) {
  process.stderr.write('usage: node scripts/terminal-picture.js OUT.svg COMMAND [ARG ...]\n')
  process.exit(2)
}

const env = { ...process.env, FORCE_COLOR: '1', COLUMNS: String(COLUMNS) }
delete env.NO_COLOR
const { stdout, status } = spawnSync(command, args, { env, encoding: 'utf8' })
if (status !== 0) throw new Error(`${command} ended with exit code ${status}`)
writeFileSync(out, draw(stdout.trimEnd().split('\n')))

function draw(lines) {
  const width = COLUMNS * CHAR.width + 2 * PADDING
  const height = lines.length * CHAR.height + 2 * PADDING
  const rows = lines.map((line, row) => drawLine(line, PADDING + (row + 0.75) * CHAR.height))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    '<style>text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre}</style>',
    `<rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
    ...rows,
    '</svg>\n',
  ].join('\n')
}

/** Every run of one style is placed by its column, so that the picture keeps its columns in any font. */
function drawLine(line, y) {
  const style = { fill: '#c9d1d9', bold: false, dim: false }
  let column = 0
  let drawn = ''
  for (const [, codes, text] of line.matchAll(STYLED)) {
    if (text === undefined) applyCodes(style, codes)
    else {
      if (text.trim()) drawn += drawRun(text, column, y, style)
      column += [...text].length
    }
  }
  return drawn
}

function drawRun(text, column, y, { fill, bold, dim }) {
  const lead = text.length - text.trimStart().length
  const run = text.trim()
  const x = PADDING + (column + lead) * CHAR.width
  const length = [...run].length * CHAR.width
  const look = `fill="${fill}"${bold ? ' font-weight="bold"' : ''}${dim ? ' opacity="0.6"' : ''}`
  const safe = run.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" textLength="${length.toFixed(1)}" ${look}>${safe}</text>`
}

function applyCodes(style, codes) {
  for (const code of (codes || '0').split(';').map(Number)) {
    if (code === 0) Object.assign(style, { fill: '#c9d1d9', bold: false, dim: false })
    else if (code === 1) style.bold = true
    else if (code === 2) style.dim = true
    else if (code === 22) Object.assign(style, { bold: false, dim: false })
    else if (code === 39) style.fill = '#c9d1d9'
    else if (COLOURS[code]) style.fill = COLOURS[code]
  }
}

import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { VARIANTS } from './budgets.js'

const FILE = 'docs/benchmarks.md'
const [OPEN, CLOSE] = ['<!-- overhead -->', '<!-- /overhead -->']

/** Writes the results between the markers of docs/benchmarks.md, and leaves the rest of the page alone. */
export function writeResults({ table, verdicts, rounds }) {
  const lines = [
    `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0].model.trim()}, ${rounds} interleaved rounds, one process a variant, new ones every few`,
    'rounds; CPU time of the main thread, medians. ± is how far the middle half of the rounds lies apart. Batches of spans are',
    'written and sent between the samples, but for the variants that say so. Repeat it with `npm run bench:overhead -- --write`.',
    '',
    '| variant | does | µs a call | ± |',
    '| --- | --- | ---: | ---: |',
    ...table.map(
      row =>
        `| ${row.name} | ${VARIANTS[row.name].does} | ${row.median.toFixed(2)} | ${(row.spread * 100).toFixed(0)} % |`,
    ),
    '',
    '| budget | measured | limit | |',
    '| --- | ---: | ---: | --- |',
    ...verdicts.map(
      ({ text, value, unit, limit, holds }) =>
        `| ${text} | ${value.toFixed(2)} ${unit} | ${limit} ${unit} | ${holds ? 'holds' : 'missed'} |`,
    ),
  ]
  const page = readFileSync(FILE, 'utf8')
  const before = page.slice(0, page.indexOf(OPEN) + OPEN.length)
  const after = page.slice(page.indexOf(CLOSE))
  writeFileSync(FILE, `${before}\n${lines.join('\n')}\n${after}`)
}

// How long `import 'toolspan'` takes in a fresh process, beside an empty program: medians of interleaved runs.
import { spawnSync } from 'node:child_process'

const RUNS = 15
const LIMIT_MS = 120
const programs = {
  empty: '',
  toolspan: "await import('toolspan')",
}

const times = { empty: [], toolspan: [] }
for (let run = 0; run < RUNS; run += 1) {
  for (const [name, program] of Object.entries(programs)) {
    const startedAt = performance.now()
    const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', program])
    if (status !== 0) throw new Error(`the program "${name}" failed; run "npm run build" first`)
    times[name].push(performance.now() - startedAt)
  }
}

const median = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const empty = median(times.empty)
const whole = median(times.toolspan)
const own = whole - empty
console.log(
  `empty process ${empty.toFixed(1)} ms, with import ${whole.toFixed(1)} ms: the import takes ${own.toFixed(1)} ms`,
)
if (own > LIMIT_MS) {
  console.error(`over the limit of ${LIMIT_MS} ms`)
  process.exitCode = 1
}

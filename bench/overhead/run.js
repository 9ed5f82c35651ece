// What toolspan costs, side by side: one process a variant, all alive, interleaved rounds in alternating order, ratios
// inside a round, medians. Every pass begins with new processes, as two of one variant may be compiled differently.
// Usage: npm run bench:overhead [-- --passes N] [--rounds N] [--variants a,b] [--write]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { BUDGETS, VARIANTS } from './budgets.js'
import { writeResults } from './write-results.js'

const { values } = parseArgs({
  options: {
    passes: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
    variants: { type: 'string' },
  },
})

const names = values.variants?.split(',') ?? Object.keys(VARIANTS)
const workers = new Map()
const rounds = []
const wanted = Number(values.passes) * Number(values.rounds)
for (let pass = 0; pass < Number(values.passes); pass += 1) await measureAll()
if (process.stderr.isTTY) process.stderr.write('\n')

const table = names.map(name => ({ name, ...summary(rounds.map(round => round[name].cpu)) }))
const verdicts = BUDGETS.filter(({ of, over }) =>
  [of, over].every(name => !name || names.includes(name)),
).map(budget)
for (const { name, median, spread } of table) {
  console.log(
    `${name.padEnd(20)} ${median.toFixed(2).padStart(9)} µs a call  ± ${(spread * 100).toFixed(0)} %`,
  )
}
console.log()
for (const { text, value, unit, limit, holds } of verdicts) {
  console.log(`${holds ? 'holds ' : 'MISSED'}  ${text}: ${value.toFixed(2)} ${unit} (limit ${limit} ${unit})`)
}
if (values.write) writeResults({ table, verdicts, rounds: rounds.length })
if (verdicts.some(({ holds }) => !holds)) process.exitCode = 1

/** Adds the rounds of one pass. */
async function measureAll() {
  for (const name of names) workers.set(name, await startWorker(name))
  for (const name of names) await measure(name) // warm-up
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const order = round % 2 === 0 ? names : names.toReversed()
    const results = {}
    for (const name of order) results[name] = await measure(name)
    rounds.push(results)
    if (process.stderr.isTTY) process.stderr.write(`\rround ${rounds.length} of ${wanted}`)
  }
  for (const worker of workers.values()) worker.kill()
}

async function startWorker(name) {
  const { variant = name } = VARIANTS[name]
  const worker = fork(new URL('./worker.js', import.meta.url), [variant])
  const [first] = await Promise.race([once(worker, 'message'), once(worker, 'exit').then(() => ['exited'])])
  if (first !== 'ready') throw new Error(`the variant "${name}" did not start; run "npm run build" first`)
  return worker
}

async function measure(name) {
  const worker = workers.get(name)
  const answer = once(worker, 'message')
  worker.send(VARIANTS[name])
  return (await answer)[0]
}

function budget({ text, of, over, limit }) {
  const value = over
    ? median(rounds.map(round => round[of].cpu / round[over].cpu))
    : median(rounds.map(round => round[of].cpu)) / 1000
  return { text, value, unit: over ? '×' : 'ms', limit, holds: value <= limit }
}

/** The median, and how far the middle half of the rounds lies apart, as a share of it: the noise of the run. */
function summary(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = share => sorted[Math.floor(share * (sorted.length - 1))]
  return { median: at(0.5), spread: (at(0.75) - at(0.25)) / at(0.5) }
}

function median(values) {
  return summary(values).median
}

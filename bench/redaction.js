// What redaction costs and catches: a 2 KB payload, a large output of which little is captured, hostile text, and with
// --peers the redactors of others beside ours, which then goes into docs/benchmarks.md.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { createJiti } from 'jiti'
import { createRedactor } from '../dist/observe/redact/create-redactor.js'
import { payload } from './redaction-payload.js'
import { peers, versionOf, written } from './redaction-peers.js'

const AIM_PAYLOAD_US = 60
const AIM_CAPTURE_MS = 1
const ROUNDS = 40
/** A slow redactor gets one call a round, so that it does not take minutes. */
const SLOT_MS = 5
const redactor = createRedactor()
const { leaks, keeps } = await createJiti(import.meta.url).import('../test/cases/redaction.ts')

const withPeers = process.argv.includes('--peers')
if (withPeers) installPeers()
const capture = await captureCost()
const hostile = hostileCost()
const rows = await compareAll()
const ours = rows[0]
const report = write()
console.log(report)
// A table without the others would drop the comparison that is there.
if (withPeers) writeSection(report)
if (ours.us > AIM_PAYLOAD_US || capture > AIM_CAPTURE_MS) {
  console.error(
    `over the aim of ${AIM_PAYLOAD_US} µs for the payload or ${AIM_CAPTURE_MS} ms for the capture`,
  )
  process.exitCode = 1
}

function installPeers() {
  const args = ['install', '--prefix', 'bench/redaction-peers', '--no-package-lock', '--ignore-scripts']
  spawnSync('npm', [...args, '--no-audit', '--no-fund'], { stdio: 'inherit' })
}

/** All redactors take turns, so that a busy machine is busy for each of them. */
async function compareAll() {
  const own = { name: 'toolspan', version: JSON.parse(readFileSync('package.json', 'utf8')).version }
  const all = [{ ...own, redact: value => written(redactor.redact(value)) }]
  for (const { name, create } of withPeers ? peers : []) {
    const version = versionOf(name)
    if (version === undefined) continue
    try {
      all.push({ name, version, redact: await create() })
    } catch (error) {
      console.error(`${name} ${version} cannot be used: ${error.message}`)
    }
  }
  const times = all.map(() => [])
  for (const { redact } of all) for (let run = 0; run < 30; run += 1) await redact(payload)
  await warmUp()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { redact }] of all.entries()) times[index].push(...(await timesOf(redact)))
  }
  const results = []
  for (const [index, { name, version, redact }] of all.entries()) {
    const caught = await count(leaks, redact, (text, needle) => !text.includes(needle))
    const kept = await count(keeps, redact, (text, needle) => text.includes(needle))
    results.push({ name, version, us: median(times[index]) * 1_000, caught, kept })
  }
  return results
}

async function warmUp() {
  for (let run = 0; run < 3_000; run += 1) redactor.redact(payload)
}

/** Each call is timed by itself, so that the median is that of a call that nothing interrupted. */
async function timesOf(redact) {
  const startedAt = performance.now()
  const times = []
  do {
    const before = performance.now()
    await redact(payload)
    times.push(performance.now() - before)
  } while (performance.now() - startedAt < SLOT_MS)
  return times
}

async function count(cases, redact, isRight) {
  let right = 0
  for (const [, value, needle] of cases) {
    try {
      if (isRight(await redact(value), needle)) right += 1
    } catch {
      // A redactor that throws neither protects nor keeps.
    }
  }
  return right
}

async function captureCost() {
  const { captureContent } = await import('../dist/observe/capture.js')
  const rows = Array.from({ length: 50_000 }, (_, id) => ({
    id,
    text: 'lorem ipsum dolor sit amet, '.repeat(3),
  }))
  const outputs = [{ rows }, { text: 'lorem ipsum dolor sit amet, '.repeat(180_000) }]
  const costs = outputs.map(output => {
    const run = () => captureContent(output, redactor, {})
    for (let warm = 0; warm < 200; warm += 1) run()
    return median(Array.from({ length: 101 }, () => elapsed(run)))
  })
  return Math.max(...costs)
}

function hostileCost() {
  const units = ['A', 'a.b-', 'eyJ', 'password', ' ', '1', 'aGVsbG8gd29ybGQh', '-----BEGIN ', '://:']
  const costs = units.map(unit => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length))
    return { unit, ms: Math.min(...Array.from({ length: 3 }, () => elapsed(() => redactor.redact(text)))) }
  })
  return costs.reduce((worst, each) => (each.ms > worst.ms ? each : worst))
}

function elapsed(run) {
  const startedAt = performance.now()
  run()
  return performance.now() - startedAt
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

function write() {
  const size = (JSON.stringify(payload).length / 1_000).toFixed(1)
  const table = rows.map(
    ({ name, version, us, caught, kept }) =>
      `| ${name} ${version} | ${us.toFixed(0)} | ${(us / ours.us).toFixed(1)} | ${caught} / ${leaks.length} | ${kept} / ${keeps.length} |`,
  )
  return [
    `Node ${process.versions.node}, ${cpus()[0]?.model ?? 'unknown processor'}; medians of interleaved rounds.`,
    'Written by `npm run bench:redaction -- --peers`.',
    '',
    `| redactor | µs for ${size} KB | ratio | leaks caught | harmless kept |`,
    '|---|--:|--:|--:|--:|',
    ...table,
    '',
    'The cases are those of `test/cases/redaction.ts`, which ours was made to pass; what is dropped silently counts as',
    'caught. Time includes writing the result as JSON.',
    '',
    `A span that captures 2 KB of a 5 MB output costs ${capture.toFixed(2)} ms. The slowest 1 MB of hostile text, of`,
    `\`${JSON.stringify(hostile.unit)}\` over and over, costs ${hostile.ms.toFixed(0)} ms.`,
  ].join('\n')
}

function writeSection(text) {
  const path = 'docs/benchmarks.md'
  const old = readFileSync(path, 'utf8')
  const section = /<!-- redaction -->[\s\S]*<!-- \/redaction -->/
  if (!section.test(old)) throw new Error(`${path} has no section between <!-- redaction --> marks`)
  writeFileSync(
    path,
    old.replace(section, () => `<!-- redaction -->\n${text}\n<!-- /redaction -->`),
  )
}

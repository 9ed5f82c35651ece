// What transcripts cost: appending, the time they add to a call, and verifying. `npm run bench:audit` prints a table; with
// a number it verifies that many records instead of 1,000,000.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTranscript, verifyTranscript } from '../dist/audit/index.js'
import { createRuntime, createTool } from '../dist/index.js'

const RECORDS = Number(process.argv[2] ?? 1_000_000)
const parent = mkdtempSync(join(tmpdir(), 'toolspan-bench-audit-'))
const view = { id: 'c-1', items: [1, 2, 3], note: 'an ordinary text of a result, neither long nor short' }
const commit = () => ({ raw: `hmac-sha256:${'0'.repeat(64)}` })
let dirs = 0
function freshDir() {
  dirs += 1
  return join(parent, String(dirs), 'transcripts')
}

function recordOf(index) {
  const facts = { ts: new Date().toISOString(), toolName: 'look-up', toolCallId: `call_${index >> 1}`, view }
  return index % 2
    ? { ...facts, type: 'tool.output', outcome: 'ok', durationMs: 1.5 }
    : { ...facts, type: 'tool.input' }
}

/** Mean microseconds of one append, with so many callers at a time. */
async function appendCost(durability, callers, count) {
  const transcript = openTranscript({ dir: freshDir(), durability })
  await transcript.append(recordOf(0), commit)
  let next = 1
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < count) await transcript.append(recordOf(next++), commit)
    }),
  )
  const mean = ((performance.now() - startedAt) / count) * 1_000
  await transcript.close({ timeoutMs: 60_000 })
  return mean
}

/** Median microseconds of a call without a transcript, with a sink that does nothing, and with one in files; by turns. */
async function callCost(rounds) {
  const tool = createTool({ id: 'look-up', description: 'Looks up', execute: async () => view })
  const file = openTranscript({ dir: freshDir(), durability: 'async' })
  const sinks = { none: undefined, 'a sink that does nothing': { append() {} }, 'async, in files': file }
  const runtimes = Object.entries(sinks).map(([name, transcript]) => ({
    name,
    runtime: createRuntime({ tools: [tool], transcript }),
    times: [],
  }))
  for (let round = 0; round < rounds; round += 1) {
    for (const { runtime, times } of runtimes) {
      const startedAt = performance.now()
      await runtime.call('look-up', { id: 'c-1' })
      times.push((performance.now() - startedAt) * 1_000)
    }
    if (round % 50 === 0) await new Promise(resolve => setTimeout(resolve))
  }
  await file.close()
  return Object.fromEntries(
    runtimes.map(({ name, times }) => [name, times.sort((a, b) => a - b)[times.length >> 1]]),
  )
}

async function verifyCost(count) {
  const dir = freshDir()
  const transcript = openTranscript({ dir, durability: 'async' })
  for (let index = 0; index < count; index += 1) {
    void transcript.append(recordOf(index), commit)
    if (index % 4_096 === 0) await new Promise(resolve => setImmediate(resolve))
  }
  await transcript.close({ timeoutMs: 600_000 })
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().heapUsed)
  }, 50)
  const rate = async options => {
    const startedAt = performance.now()
    const report = await verifyTranscript({ dir, ...options })
    if (report.exitCode !== 0) throw new Error(JSON.stringify(report.findings))
    return (report.records / (performance.now() - startedAt)) * 1_000
  }
  const chain = await rate({ redactor: false })
  const all = await rate({})
  clearInterval(watch)
  return { chain, all, peakMb: peak / 1e6 }
}

try {
  const us = value => `${value.toFixed(1)} µs`
  const say = (what, figure) => console.log(`${what.padEnd(62)} ${figure}`)
  for (const [durability, callers, count] of [
    ['sync', 1, 1_000],
    ['group', 1, 2_000],
    ['group', 64, 30_000],
    ['async', 1, 100_000],
  ])
    say(`append, ${durability}, ${callers} at a time, mean`, us(await appendCost(durability, callers, count)))
  const calls = await callCost(20_000)
  for (const [name, median] of Object.entries(calls)) say(`a call, transcript: ${name}, p50`, us(median))
  say('what a transcript in files adds to a call, p50', us(calls['async, in files'] - calls.none))
  const { chain, all, peakMb } = await verifyCost(RECORDS)
  say(
    `verify ${RECORDS.toLocaleString('en')} records, without searching for secrets`,
    `${Math.round(chain).toLocaleString('en')} records/s`,
  )
  say(`verify ${RECORDS.toLocaleString('en')} records`, `${Math.round(all).toLocaleString('en')} records/s`)
  say('heap while verifying, at most', `${peakMb.toFixed(0)} MB`)
} finally {
  rmSync(parent, { recursive: true, force: true })
}

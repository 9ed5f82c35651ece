// A program in a process of its own, with a collector that may be in any state: makes calls of a tool, says on standard
// output what they came to, and ends in the way that its first argument names.
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTelemetry } from '../../../src/exporters/start-telemetry.ts'
import { createRuntime, createTool } from '../../../src/index.ts'
import { plainRedactor } from './plain-redactor.ts'

const [ending, count, handleSignals = '', quiet = ''] = process.argv.slice(2)
const calls = Number(count)
const say = (kind, value) => writeSync(1, `${JSON.stringify({ kind, value })}\n`)

process.on('unhandledRejection', error => say('unhandled', String(error)))

await startTelemetry({
  serviceName: 'calling-program',
  redactor: plainRedactor,
  handleSignals: handleSignals === 'handled',
  onLoss: quiet ? undefined : report => say('loss', report.problems),
})

const double = createTool({ id: 'double', description: 'Doubles', execute: async ({ n }) => n * 2 })
const runtime = createRuntime({ tools: [double], redactor: plainRedactor })
const took = []
let wrong = 0

async function callMany(many) {
  for (let n = 0; n < many; n++) {
    const startedAt = performance.now()
    const { outcome, output } = await runtime.call('double', { n })
    took.push(performance.now() - startedAt)
    if (outcome !== 'ok' || output !== n * 2) wrong += 1
    if (n % 50 === 0) await sleep(1)
  }
}

function heapUsed() {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

await callMany(calls - 80)
const heapBefore = heapUsed()
// Time for the first batch to fail, so that calls are made after it as well.
await sleep(250)
await callMany(ending === 'memory' ? calls : 80)
took.sort((a, b) => a - b)
say('calls', {
  made: took.length,
  wrong,
  median: took[took.length >> 1],
  p95: took[Math.floor(took.length * 0.95)],
  heapGrowth: heapUsed() - heapBefore,
})

say('ending', ending)
if (ending === 'exit') process.exit(7)
if (ending === 'signal') setInterval(() => {}, 1000) && process.kill(process.pid, 'SIGTERM')
if (ending === 'uncaught')
  setImmediate(() => {
    throw new Error('nobody catches this')
  })
if (ending === 'natural' || ending === 'memory') process.exitCode = 7

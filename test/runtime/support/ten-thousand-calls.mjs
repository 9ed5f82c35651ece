// Makes 10,000 calls at once, one in ten of which must be approved, and prints what was left of them.
import '../../observe/support/typescript.mjs'
import { createRequire } from 'node:module'
import { setTimeout } from 'node:timers/promises'

const require = createRequire(import.meta.url)
const { AlwaysOnSampler, TracerProvider } = require('@opentelemetry/sdk-trace')
const { createRuntime, createTool } = await import('../../../src/index.ts')

const CALLS = 10_000
const spans = { started: 0, ended: 0, kept: [] }
const counting = {
  onStart() {
    spans.started += 1
  },
  onEnd(span) {
    spans.ended += 1
    spans.kept.push([span.name, span.spanContext().spanId, span.parentSpanContext?.spanId])
  },
  forceFlush: async () => {},
  shutdown: async () => {},
}
const tracerProvider = new TracerProvider({ sampler: new AlwaysOnSampler(), spanProcessors: [counting] })
const hooks = { onInputAvailable: 0, onOutput: 0 }
const weather = createTool({
  id: 'weather',
  description: 'Weather',
  requireApproval: ({ n }) => n % 10 === 0,
  transform: { display: { input: () => 'asked', output: () => 'answered', approval: () => 'to approve' } },
  async onInputAvailable() {
    hooks.onInputAvailable += 1
  },
  async onOutput() {
    hooks.onOutput += 1
  },
  async execute({ n }, { observe }) {
    await observe.span('ask', () => setTimeout(5))
    return n
  },
})
let records = 0
const transcript = {
  append() {
    records += 1
  },
}
const runtime = createRuntime({ tools: [weather], tracerProvider, transcript })
const events = runtime.events()
let heard = 0
const listening = (async () => {
  for await (const _ of events) heard += 1
})()

async function one(n) {
  const result = await runtime.call('weather', { n })
  if (result.outcome !== 'awaiting_approval') return result
  return runtime.approve(result.ticket, { by: 'grace' })
}

async function wave() {
  const results = await Promise.all(Array.from({ length: CALLS }, (_, n) => one(n)))
  return results.every((result, n) => result.outcome === 'ok' && result.output === n)
}

async function heap() {
  for (let round = 0; round < 5; round += 1) {
    globalThis.gc()
    await setTimeout(20)
  }
  return process.memoryUsage().heapUsed
}

await Promise.all(Array.from({ length: 100 }, (_, n) => one(n)))
spans.kept.length = 0
const before = await heap()
const right = await wave()
const ids = new Set(spans.kept.map(([, id]) => id))
const children = spans.kept.filter(([name]) => name === 'ask')
const orphans = children.filter(([, , parent]) => !ids.has(parent))
const asked = spans.kept.filter(([name]) => name === 'tool_approval weather').length
const tally = { children: children.length, orphans: orphans.length, asked }
ids.clear()
children.length = 0
orphans.length = 0
spans.kept.length = 0
const grown = (await heap()) - before
events.close()
await listening
const { started, ended } = spans
console.log(
  JSON.stringify({
    right,
    ...tally,
    open: started - ended,
    grown,
    heard,
    dropped: events.dropped,
    records,
    ...hooks,
  }),
)

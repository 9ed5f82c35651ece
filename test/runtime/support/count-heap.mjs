// Calls a tool many times in a process of its own and prints by how many bytes the heap grew after a warm-up.
import '../../observe/support/typescript.mjs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { AlwaysOffSampler, AlwaysOnSampler, TracerProvider } = require('@opentelemetry/sdk-trace')
const { createRuntime, createTool } = await import('../../../src/index.ts')

const [kind, calls] = [process.argv[2], Number(process.argv[3])]
const nothing = { onStart() {}, onEnd() {}, forceFlush: async () => {}, shutdown: async () => {} }
const sampler = kind === 'sampled' ? new AlwaysOnSampler() : new AlwaysOffSampler()
const tracerProvider = new TracerProvider({ sampler, spanProcessors: [nothing] })

const tool = createTool({
  id: 'weather',
  description: 'Weather',
  inputSchema: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
  execute: async ({ city }, { observe }) => observe.span('fetch', () => ({ city, degrees: 21 })),
})
const runtime = createRuntime({ tools: [tool], tracerProvider, timeoutMs: 60_000 })
const { signal } = new AbortController()

async function run(count) {
  for (let i = 0; i < count; i += 1)
    await runtime.call('weather', { city: `city ${i}` }, { abortSignal: signal })
  globalThis.gc()
  return process.memoryUsage().heapUsed
}

const before = await run(calls / 5)
const after = await run(calls)
process.stdout.write(String(after - before))

// Dispatches many tasks at once and prints by how many bytes the heap grew after a warm-up, and how many are kept.
import { createRuntime, createTool } from 'toolspan'

const count = Number(process.argv[2])
const tool = createTool({
  id: 'report',
  description: 'Writes a report',
  background: { enabled: true, maxRetries: 1, retryDelayMs: 1, onComplete() {} },
  async execute({ n }, { attempt }) {
    if (n % 10 === 0 && attempt === 1) throw new Error('again')
    return { n, text: 'x'.repeat(200) }
  },
})
const logger = { debug() {}, info() {}, warn() {}, error() {} }
const runtime = createRuntime({ tools: [tool], logger, background: { queueLimit: count, keepEnded: 100 } })

async function run(calls) {
  await Promise.all(Array.from({ length: calls }, (_, n) => runtime.call('report', { n })))
  const { tasks } = await runtime.flush({ timeoutMs: 60_000 })
  if (tasks > 0) throw new Error(`${tasks} tasks have not ended`)
  globalThis.gc()
  return process.memoryUsage().heapUsed
}

const before = await run(count / 5)
const after = await run(count)
process.stdout.write(JSON.stringify({ grown: after - before, kept: (await runtime.tasks.list()).length }))

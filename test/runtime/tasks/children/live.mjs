// Dispatches a task that needs a second attempt, waits for nothing, and says what it came to.
import { createRuntime, createTool, memoryStore } from 'toolspan'

const isShared = process.argv[2] === 'shared'
const report = createTool({
  id: 'report',
  description: 'Writes a report',
  background: {
    enabled: true,
    maxRetries: 1,
    retryDelayMs: 200,
    onComplete: ({ state, attempt }) => process.stdout.write(`${state} ${attempt}`),
  },
  async execute(_, { attempt }) {
    if (attempt === 1) throw new Error('not yet')
  },
})
const logger = { debug() {}, info() {}, warn() {}, error() {} }
const runtime = createRuntime({ tools: [report], logger, ...(isShared && { tickets: memoryStore() }) })
await runtime.call('report', undefined)

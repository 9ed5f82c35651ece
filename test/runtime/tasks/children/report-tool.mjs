import { setTimeout as pause } from 'node:timers/promises'
import { createTool, jsonSchema } from 'toolspan'

export const shortOfTime = { leaseMs: 200, pollMs: 50, concurrency: 4 }

export function reportTool(ran) {
  return createTool({
    id: 'report',
    description: 'Writes a report',
    inputSchema: jsonSchema({ type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }),
    background: { enabled: true, maxRetries: 2, retryDelayMs: 5 },
    async execute({ n }, context) {
      ran(context)
      if (n % 4 === 1) await pause(10)
      if (n % 4 === 2 && context.attempt === 1) throw new Error('not yet')
      return { n, attempt: context.attempt }
    },
  })
}

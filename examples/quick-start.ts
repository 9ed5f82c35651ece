// One tool, one call, one trace. Run it in a clone of the repository, or copy it into a project of yours as .mts:
//   npm ci && npm run build && npx jiti examples/quick-start.ts
//   npm install toolspan zod @opentelemetry/api @opentelemetry/sdk-node && npx jiti quick-start.mts
import { createRuntime, createTool } from 'toolspan'
import { startTelemetry } from 'toolspan/exporters'
import { z } from 'zod'

const greet = createTool({
  id: 'greet',
  description: 'Greets a person',
  inputSchema: z.object({ name: z.string() }),
  execute: async ({ name }, { observe }) => observe.span('think of words', () => `Hello, ${name}!`),
})

const telemetry = await startTelemetry({ serviceName: 'quick-start' })
const result = await createRuntime({ tools: [greet] }).call('greet', { name: 'Ada' })
console.log(result.outcome === 'ok' ? result.output : result.error)
const { problems } = await telemetry.shutdown()
console.log(problems.join('\n') || `npx toolspan trace ${result.traceId}`)

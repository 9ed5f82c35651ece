// A tool served over MCP, called by an observed client: one trace from the client's span to the tool's own.
//   npm ci && npm run build && npx jiti examples/mcp.ts
//   npm install toolspan zod @opentelemetry/api @opentelemetry/sdk-node @modelcontextprotocol/sdk && npx jiti mcp.mts
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { createRuntime, createTool } from 'toolspan'
import { findTraces, readTrace, renderWaterfall, startTelemetry } from 'toolspan/exporters'
import { observeClient, serveTools } from 'toolspan/mcp'
import { z } from 'zod'

const convert = createTool({
  id: 'convert',
  description: 'Converts degrees Celsius to Fahrenheit, once a person agrees',
  inputSchema: z.object({ celsius: z.number() }),
  outputSchema: z.object({ fahrenheit: z.number() }),
  requireApproval: true,
  mcp: { annotations: { readOnlyHint: true } },
  execute: ({ celsius }, { observe }) =>
    observe.span('compute', () => ({ fahrenheit: (celsius * 9) / 5 + 32 })),
})

const telemetry = await startTelemetry({ serviceName: 'mcp-example', local: true })

// A server over stdio has a StdioServerTransport here, and one over HTTP a StreamableHTTPServerTransport.
const [theirs, ours] = InMemoryTransport.createLinkedPair()
const runtime = createRuntime({ tools: [convert] })
const server = await serveTools(runtime, { server: new McpServer({ name: 'degrees', version: '1.0.0' }) })
await server.connect(ours)

const client = observeClient(
  new Client({ name: 'thermometer', version: '1.0.0' }, { capabilities: { elicitation: {} } }),
)
client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
  console.log(`asked: ${params.message}`)
  return { action: 'accept', content: { reason: 'harmless' } }
})
await client.connect(theirs)
const { structuredContent } = await client.callTool({ name: 'convert', arguments: { celsius: 21 } })
console.log('answered:', structuredContent)
await client.close()

await telemetry.shutdown()
const { traces } = await findTraces({ tool: 'convert' })
console.log(renderWaterfall((await readTrace(traces[0]?.traceId ?? '')).spans))

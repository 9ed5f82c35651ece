// What serveTools adds to runtime.call, the cost of the frameworks apart: the same call through the same client and server
// of the MCP SDK, answered by a handler that calls runtime.call by hand, by one that also writes the span and the histogram
// of the MCP conventions by hand, and by serveTools. Rounds interleaved, medians of each call.
// Usage: npm run bench:mcp [-- --rounds N --calls N]
import { parseArgs } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { Server as ServerV1 } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { Server as ServerV2 } from '@modelcontextprotocol/server'
import { context, metrics, SpanKind, trace } from '@opentelemetry/api'
import { createRuntime } from 'toolspan'
import { serveTools } from 'toolspan/mcp'
import { startSdk } from './overhead/sdk.js'
import { tool } from './overhead/tool.js'
import { input } from './overhead/work.js'

const LIMIT_US = 10
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, calls: { type: 'string', default: '500' } },
})
const [rounds, calls] = [Number(values.rounds), Number(values.calls)]

const INFO = { name: 'bench', version: '1.0.0' }
const OPTIONS = { capabilities: { tools: {} } }
const runtime = createRuntime({ tools: [tool] })

/** What an author writes who calls the runtime from a handler of the SDK. */
async function byHand({ params }, { signal, mcpReq }) {
  const result = await runtime.call(tool, params.arguments, { abortSignal: signal ?? mcpReq.signal })
  const text = JSON.stringify(result.output)
  return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) }
}

/** What an author writes who follows the conventions of MCP too. */
function spannedByHand() {
  const tracer = trace.getTracer('by-hand')
  const duration = metrics.getMeter('by-hand').createHistogram('mcp.server.operation.duration', { unit: 's' })
  return async ({ params }, { signal, requestId, mcpReq }) => {
    const startedAt = performance.now()
    const attributes = {
      'mcp.method.name': 'tools/call',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': params.name,
      'jsonrpc.request.id': String(requestId ?? mcpReq.id),
      ...(mcpReq && { 'mcp.protocol.version': '2025-11-25' }),
    }
    const active = context.active()
    const span = tracer.startSpan('tools/call weather-tool', { kind: SpanKind.SERVER, attributes }, active)
    const parent = trace.setSpan(active, span)
    const result = await runtime.call(tool, params.arguments, {
      abortSignal: signal ?? mcpReq.signal,
      parent,
    })
    const text = JSON.stringify(result.output)
    span.end()
    duration.record((performance.now() - startedAt) / 1_000, {
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': params.name,
      ...(mcpReq && { 'mcp.protocol.version': '2025-11-25' }),
    })
    return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) }
  }
}

const lines = {
  v1: () => new ServerV1(INFO, OPTIONS),
  v2: () => new ServerV2(INFO, OPTIONS),
}

async function clientOf(server) {
  const [theirs, ours] = InMemoryTransport.createLinkedPair()
  await server.connect(ours)
  const client = new Client(INFO)
  await client.connect(theirs)
  return client
}

async function handled(line, handler) {
  const server = lines[line]()
  server.setRequestHandler(line === 'v1' ? CallToolRequestSchema : 'tools/call', handler)
  return clientOf(server)
}

async function served(line) {
  return clientOf(await serveTools(runtime, { server: lines[line]() }))
}

async function measure(client) {
  const times = []
  for (let call = 0; call < calls; call += 1) {
    const before = performance.now()
    await client.callTool({ name: tool.id, arguments: input })
    times.push((performance.now() - before) * 1_000)
  }
  return median(times)
}

/** Medians of what serveTools takes more than each handler by hand, and of what the plain one takes. */
async function compare(line) {
  const variants = {
    plain: await handled(line, byHand),
    spanned: await handled(line, spannedByHand()),
    served: await served(line),
  }
  const names = Object.keys(variants)
  for (const name of names) await measure(variants[name]) // warm-up
  const taken = []
  for (let round = 0; round < rounds; round += 1) {
    const took = {}
    for (const name of round % 2 === 0 ? names : names.toReversed())
      took[name] = await measure(variants[name])
    taken.push(took)
  }
  const over = name => median(taken.map(took => took.served - took[name]))
  return {
    base: median(taken.map(took => took.plain)),
    overPlain: over('plain'),
    overSpanned: over('spanned'),
  }
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
}

for (const recording of [false, true]) {
  if (recording) startSdk()
  for (const line of Object.keys(lines)) {
    const { base, overPlain, overSpanned } = await compare(line)
    // The span and the histogram are OpenTelemetry's cost, whoever asks for them.
    const own = recording ? overSpanned : overPlain
    if (own > LIMIT_US) process.exitCode = 1
    console.log(
      `${own <= LIMIT_US ? 'holds ' : 'MISSED'}  MCP SDK ${line}, ${recording ? 'recording' : 'no telemetry'}:`,
      `${own.toFixed(1)} µs p50 added (limit ${LIMIT_US} µs);`,
      `a call without takes ${base.toFixed(0)} µs, and ${overPlain.toFixed(1)} µs more is the whole difference`,
    )
  }
}
process.exit()

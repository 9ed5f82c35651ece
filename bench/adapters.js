// What an adapter adds to a call over `runtime.call`, the framework's own cost apart: what the AI SDK does to a tool is done
// here by hand. By turns in one process, with spans recorded; medians. `npm run bench:adapters`
import { aiTools } from '../dist/adapters/ai-sdk/index.js'
import { createRuntime, createTool, wrapTools } from '../dist/index.js'
import { startSdk } from './overhead/sdk.js'
import { input, inputSchema, outputSchema, weather } from './overhead/work.js'

const LIMIT_US = 10
const ROUNDS = 20_000
const WARM_UP = 3_000

startSdk()

const definition = { id: 'weather', description: 'Weather', inputSchema, outputSchema, execute: weather }
const runtime = createRuntime({ tools: [createTool(definition)] })
const asking = createRuntime({ tools: [createTool({ ...definition, requireApproval: () => false })] })
const { tools } = aiTools(runtime)
const held = aiTools(asking).tools
const { wrapped } = wrapTools({ wrapped: { execute: weather, inputSchema } }, { runtime })
const bare = createRuntime({
  tools: [createTool({ ...definition, id: 'bare', inputSchema: undefined, outputSchema: undefined })],
})

// A chat route hands its request's signal to the SDK, and the SDK makes new messages for each step.
const { signal } = new AbortController()
let calls = 0
const options = () => ({
  toolCallId: `call-${++calls}`,
  messages: [{ role: 'user', content: 'Weather?' }],
  experimental_context: undefined,
})
const callOptions = () => {
  const { toolCallId, messages } = options()
  return { toolCallId, messages }
}

async function asTheSdkAsks(tool, given) {
  tool.onInputStart(given)
  await tool.onInputAvailable({ ...given, input })
  if (await tool.needsApproval?.(input, given)) throw new Error('nobody is here to approve')
  return tool.execute(input, given)
}

const variants = {
  'runtime.call': () => runtime.call('weather', input, callOptions()),
  'aiTools, as generateText calls it': () => asTheSdkAsks(tools.weather, options()),
  'runtime.call, approval policy and signal': () =>
    asking.call('weather', input, { ...callOptions(), abortSignal: signal }),
  'aiTools, approval policy and signal': () =>
    asTheSdkAsks(held.weather, { ...options(), abortSignal: signal }),
  'runtime.call, without schemas': () => bare.call('bare', input, callOptions()),
  wrapTools: () => wrapped.execute(input, options()),
}
const pairs = [
  ['aiTools, as generateText calls it', 'runtime.call'],
  ['aiTools, approval policy and signal', 'runtime.call, approval policy and signal'],
  ['wrapTools', 'runtime.call, without schemas'],
]

const times = Object.fromEntries(Object.keys(variants).map(name => [name, new Float64Array(ROUNDS)]))
for (let round = -WARM_UP; round < ROUNDS; round += 1) {
  for (const [name, call] of Object.entries(variants)) {
    const startedAt = performance.now()
    await call()
    if (round >= 0) times[name][round] = (performance.now() - startedAt) * 1_000
  }
  // Spans are taken away between the rounds and not inside of one.
  if (round % 500 === 0) await new Promise(resolve => setTimeout(resolve))
}

const p50 = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, all.toSorted()[ROUNDS / 2]]))
for (const [name, us] of Object.entries(p50))
  console.log(`${name.padEnd(40)} ${us.toFixed(1).padStart(8)} µs p50`)
console.log()
for (const [name, over] of pairs) {
  const adds = p50[name] - p50[over]
  const holds = adds <= LIMIT_US
  if (!holds) process.exitCode = 1
  console.log(
    `${holds ? 'holds ' : 'MISSED'}  ${name}: adds ${adds.toFixed(1)} µs p50 (limit ${LIMIT_US} µs)`,
  )
}

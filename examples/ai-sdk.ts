// A chat with the AI SDK: a tool that a person approves, a client that sees no secret, a model that sees everything.
//   npm ci && npm run build && npx jiti examples/ai-sdk.ts
//   npm install toolspan zod @opentelemetry/api @opentelemetry/sdk-node ai && npx jiti ai-sdk.mts
import { readUIMessageStream, stepCountIs, streamText, type UIMessage } from 'ai'
import { MockLanguageModelV3, simulateReadableStream } from 'ai/test'
import { createRuntime, createTool } from 'toolspan'
import { aiTools } from 'toolspan/ai-sdk'
import { findTraces, readTrace, renderWaterfall, startTelemetry } from 'toolspan/exporters'
import { z } from 'zod'

const transfer = createTool({
  id: 'transfer',
  description: 'Transfers money to a person',
  inputSchema: z.object({ to: z.string(), euros: z.number(), pin: z.string().meta({ sensitive: true }) }),
  requireApproval: ({ euros }) => euros > 100,
  execute: ({ to, euros }, { observe }) => observe.span('book', () => ({ receipt: `${euros} € to ${to}` })),
})

const telemetry = await startTelemetry({ serviceName: 'ai-sdk-example', local: true })
const runtime = createRuntime({ tools: [transfer] })

// Stands for a model of a provider, so that the example runs without one.
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
const input = JSON.stringify({ to: 'Ada', euros: 250, pin: '4711' })
const answers = [
  [
    { type: 'tool-input-start' as const, id: 'call-1', toolName: 'transfer' },
    { type: 'tool-input-delta' as const, id: 'call-1', delta: input },
    { type: 'tool-input-end' as const, id: 'call-1' },
    { type: 'tool-call' as const, toolCallId: 'call-1', toolName: 'transfer', input },
  ],
  [
    { type: 'text-start' as const, id: 'text-1' },
    { type: 'text-delta' as const, id: 'text-1', delta: 'The money is on its way.' },
    { type: 'text-end' as const, id: 'text-1' },
  ],
]
const model = new MockLanguageModelV3({
  doStream: async () => {
    const chunks = answers.shift() ?? []
    const unified = answers.length > 0 ? ('tool-calls' as const) : ('stop' as const)
    const finish = { type: 'finish' as const, finishReason: { unified, raw: undefined }, usage }
    return { stream: simulateReadableStream({ chunks: [...chunks, finish] }) }
  },
})

/** What a chat route does with the messages of its client. A real one answers with the stream. */
async function chat(messages: UIMessage[]): Promise<UIMessage> {
  const ai = aiTools(runtime.scope({ conversationId: 'chat-1', actor: { id: 'grace', kind: 'user' } }))
  const result = streamText({
    model,
    tools: ai.tools,
    messages: await ai.toModelMessages(messages),
    stopWhen: stepCountIs(5),
  })
  const begun = messages.findLast(({ role }) => role === 'assistant')
  let message: UIMessage | undefined
  for await (const state of readUIMessageStream({ message: begun, stream: ai.toUIStream(result) }))
    message = state
  if (!message) throw new Error('the model said nothing')
  return message
}

const question: UIMessage = { id: '1', role: 'user', parts: [{ type: 'text', text: 'Pay Ada 250 €' }] }
const asked = await chat([question])
for (const part of asked.parts) {
  if (part.type !== 'tool-transfer' || part.state !== 'approval-requested') continue
  console.log('the client is asked to approve:', part.input)
  // The person says yes; what else the client sends of the call is not looked at.
  Object.assign(part, {
    state: 'approval-responded',
    input: { to: 'Mallory', euros: 1 },
    approval: { id: part.approval.id, approved: true },
  })
}
const answered = await chat([question, asked])
for (const part of answered.parts) {
  if (part.type === 'tool-transfer') console.log('the tool gave:', part.output)
  if (part.type === 'text') console.log('the model says:', part.text)
}

await telemetry.shutdown()
const { traces } = await findTraces({ tool: 'transfer' })
console.log(renderWaterfall((await readTrace(traces[0]?.traceId ?? '')).spans))

import type * as ai6 from 'ai'
import type * as ai7 from 'ai-7'
import { createRuntime, createTool, wrapTools } from 'toolspan'
import { aiTools } from 'toolspan/ai-sdk'
import { describe, expectTypeOf, test } from 'vitest'
import { z } from 'zod'

const weather = createTool({
  id: 'weather',
  description: 'Weather',
  inputSchema: z.object({ city: z.string() }),
  outputSchema: z.object({ degrees: z.number() }),
  requireApproval: true,
  execute: async () => ({ degrees: 21 }),
})
const ping = createTool({ id: 'ping', description: 'Pings', execute: async () => 'pong' as const })
const ai = aiTools(createRuntime({ tools: [weather, ping] }))

declare const generate6: typeof ai6.generateText
declare const generate7: typeof ai7.generateText
declare const stream6: ReturnType<typeof ai6.streamText>
declare const stream7: ReturnType<typeof ai7.streamText>
declare const model6: ai6.LanguageModel
declare const model7: ai7.LanguageModel

describe('aiTools', () => {
  test('are tools of both versions, by their ids', () => {
    expectTypeOf(ai.tools).toExtend<ai6.ToolSet>()
    expectTypeOf(ai.tools).toExtend<ai7.ToolSet>()
    expectTypeOf<keyof typeof ai.tools>().toEqualTypeOf<'weather' | 'ping'>()
    expectTypeOf<ai6.InferToolOutput<typeof ai.tools.weather>>().toEqualTypeOf<{ degrees: number }>()
    expectTypeOf<ai6.InferToolInput<typeof ai.tools.weather>>().toEqualTypeOf<{ city: string }>()
    expectTypeOf<ai7.InferToolOutput<typeof ai.tools.weather>>().toEqualTypeOf<{ degrees: number }>()
  })

  test('type the results of both versions', async () => {
    const messages = await ai.toModelMessages([])
    const six = await generate6({
      model: model6,
      tools: ai.tools,
      messages,
      experimental_repairToolCall: ai.repairToolCall,
    })
    const [first] = six.toolResults
    if (first?.toolName === 'weather' && !first.dynamic)
      expectTypeOf(first.output).toEqualTypeOf<{ degrees: number }>()
    const { tools, toolApproval, repairToolCall } = ai
    const seven = await generate7({ model: model7, tools, messages, toolApproval, repairToolCall })
    expectTypeOf(seven.text).toEqualTypeOf<string>()
  })

  test('take UI messages of both versions and give their streams back', () => {
    expectTypeOf<ai6.UIMessage[]>().toExtend<Parameters<typeof ai.toModelMessages>[0]>()
    expectTypeOf<ai7.UIMessage[]>().toExtend<Parameters<typeof ai.toModelMessages>[0]>()
    expectTypeOf(ai.toUIStream(stream6)).toExtend<ReadableStream<ai6.UIMessageChunk>>()
    expectTypeOf(ai.toUIStream(stream7)).toExtend<ReadableStream<ai7.UIMessageChunk>>()
  })
})

test('wrapTools keeps types, but for functions, which answer promises', () => {
  const own = {
    add: (a: number, b: number) => a + b,
    later: async () => 'x',
    count: async function* () {
      yield 1
    },
    tool: { execute: async (input: { n: number }) => input.n },
  }
  const wrapped = wrapTools(own)
  expectTypeOf(wrapped.add).toEqualTypeOf<(a: number, b: number) => Promise<number>>()
  expectTypeOf(wrapped.later).toEqualTypeOf<() => Promise<string>>()
  expectTypeOf(wrapped.count).returns.toExtend<AsyncIterable<number>>()
  expectTypeOf(wrapped.tool).toEqualTypeOf<{ execute: (input: { n: number }) => Promise<number> }>()
})

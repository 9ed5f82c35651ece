import { createTool } from 'toolspan'
import { aiTools } from 'toolspan/ai-sdk'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Sdk, scripted } from '../support/sdk.js'

function hooked(told: string[]) {
  return createTool({
    id: 'hooked',
    description: 'Tells',
    inputSchema: z.object({ city: z.string() }),
    execute: async ({ city }) => {
      told.push('execute')
      return city.length
    },
    onInputStart: async ({ toolCallId, messages }) => {
      await new Promise(resolve => setTimeout(resolve, 2))
      told.push(`start ${toolCallId} ${messages.length}`)
    },
    onInputDelta: async ({ inputTextDelta }) => {
      await new Promise(resolve => setImmediate(resolve))
      told.push(inputTextDelta)
    },
    onInputAvailable: ({ input }) => void told.push(`available ${input.city}`),
    onOutput: ({ output }) => void told.push(`output ${output}`),
  })
}

export function streamTextSuite(load: () => Promise<Sdk>): void {
  describe('streamText', () => {
    test('tells the hooks of streamed input in order: start, every piece, available, output', async () => {
      const sdk = await load()
      const told: string[] = []
      const { runtime, spans } = createTestRuntime({ tools: [hooked(told)] })
      const input = { city: 'Lyon on the Rhône' }
      const { model } = scripted(sdk, [[{ id: 'call-1', tool: 'hooked', input }], 'Done.'])
      const result = sdk.ai.streamText({
        model,
        tools: aiTools(runtime).tools,
        prompt: 'Go',
        stopWhen: sdk.ai.stepCountIs(2),
      })
      expect(await result.text).toBe('Done.')
      const pieces = JSON.stringify(input).match(/[\s\S]{1,5}/g) ?? []
      expect(told).toEqual(['start call-1 1', ...pieces, `available ${input.city}`, 'execute', 'output 17'])
      expect(spans().map(one => one.attributes['toolspan.outcome'])).toEqual(['ok'])
    })

    test('keeps the pieces of parallel calls apart', async () => {
      const sdk = await load()
      const told: string[] = []
      const { runtime, spans } = createTestRuntime({ tools: [hooked(told)] })
      const cities = ['Lyon', 'Porto', 'Graz']
      const calls = cities.map((city, at) => ({ id: `call-${at}`, tool: 'hooked', input: { city } }))
      const { model } = scripted(sdk, [calls])
      const result = sdk.ai.streamText({ model, tools: aiTools(runtime).tools, prompt: 'Go' })
      const outputs = (await result.toolResults).map(one => one.output)
      expect([...outputs].sort()).toEqual([4, 4, 5])
      expect(told.filter(one => one.startsWith('available'))).toEqual(cities.map(city => `available ${city}`))
      expect(spans()).toHaveLength(3)
    })

    test('ends a call whose input breaks off, in a span of its own', async () => {
      const sdk = await load()
      const { runtime, spans, startedSpans } = createTestRuntime({ tools: [hooked([])] })
      const { tools, repairToolCall } = aiTools(runtime)
      const { model } = scripted(sdk, [[{ id: 'call-1', tool: 'hooked', input: '{"city": "Lyo' }]])
      const result = sdk.ai.streamText({
        model,
        tools,
        prompt: 'Go',
        experimental_repairToolCall: repairToolCall,
      })
      await result.consumeStream()
      expect(spans().map(one => [one.name, one.attributes['toolspan.outcome']])).toEqual([
        ['execute_tool hooked', 'input_invalid'],
      ])
      expect(startedSpans()).toBe(1)
    })

    test('cancels what was begun when the stream is aborted, also while the input streams in', async () => {
      const sdk = await load()
      const controller = new AbortController()
      const tool = createTool({
        id: 'hooked',
        description: 'Aborted',
        inputSchema: z.object({ city: z.string() }),
        execute: async () => 1,
        onInputDelta: () => controller.abort(),
      })
      const { runtime, spans, startedSpans } = createTestRuntime({ tools: [tool] })
      const { model } = scripted(sdk, [[{ id: 'call-1', tool: 'hooked', input: { city: 'Lyon' } }]])
      const result = sdk.ai.streamText({
        model,
        tools: aiTools(runtime).tools,
        prompt: 'Go',
        abortSignal: controller.signal,
      })
      await result.consumeStream()
      await expect
        .poll(() => spans().map(one => [one.status, one.attributes['toolspan.outcome']]))
        .toEqual([['unset', 'cancelled']])
      expect(startedSpans()).toBe(1)
    })

    test('cancels a call that the SDK never runs, when the runtime holds it too long', async () => {
      const sdk = await load()
      const { runtime, spans, clock } = createTestRuntime({ tools: [hooked([])] })
      const { tools } = aiTools(runtime)
      tools.hooked.onInputStart({ toolCallId: 'call-1', messages: [] })
      await tools.hooked.onInputDelta({ toolCallId: 'call-1', messages: [], inputTextDelta: '{"city":' })
      expect(sdk.version).toBeGreaterThan(5)
      await clock.advance(300_000)
      await expect.poll(() => spans().map(one => one.attributes['toolspan.outcome'])).toEqual(['cancelled'])
    })
  })
}

import { createTool } from 'toolspan'
import { aiTools } from 'toolspan/ai-sdk'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Sdk, scripted, toolResultsIn } from '../support/sdk.js'

const weather = createTool({
  id: 'weather',
  description: 'Weather in a city',
  inputSchema: z.object({ city: z.string().transform(city => city.trim()) }),
  outputSchema: z.object({ city: z.string(), degrees: z.number() }),
  execute: async ({ city }) => ({ city, degrees: 21 }),
})

export function generateTextSuite(load: () => Promise<Sdk>): void {
  describe('generateText', () => {
    test('runs a tool through the pipeline: one span, the validated input, the output as it is', async () => {
      const sdk = await load()
      const { runtime, span, spans } = createTestRuntime({ tools: [weather], capture: 'redacted' })
      const { tools } = aiTools(runtime)
      const script = scripted(sdk, [[{ id: 'call-1', tool: 'weather', input: { city: ' Lyon ' } }], 'Warm.'])
      const result = await sdk.ai.generateText({
        model: script.model,
        tools,
        prompt: 'Weather?',
        stopWhen: sdk.ai.stepCountIs(3),
      })
      expect(result.text).toBe('Warm.')
      expect(result.steps[0]?.toolResults.map(one => one.output)).toEqual([{ city: 'Lyon', degrees: 21 }])
      expect(toolResultsIn(script)).toEqual([{ type: 'json', value: { city: 'Lyon', degrees: 21 } }])
      expect(span('execute_tool weather').attributes).toMatchObject({
        'toolspan.outcome': 'ok',
        'gen_ai.tool.call.id': 'call-1',
        'gen_ai.tool.call.arguments': '{"city":" Lyon "}',
      })
      expect(spans()).toHaveLength(1)
    })

    test('fires the hooks of a call that is not streamed: available and output, once each', async () => {
      const sdk = await load()
      const told: string[] = []
      const tool = createTool({
        id: 'hooked',
        description: 'Tells',
        inputSchema: z.object({ n: z.number() }),
        execute: async ({ n }) => n,
        onInputStart: () => void told.push('start'),
        onInputDelta: () => void told.push('delta'),
        onInputAvailable: ({ input }) => void told.push(`available ${input.n}`),
        onOutput: ({ output }) => void told.push(`output ${output}`),
      })
      const { runtime } = createTestRuntime({ tools: [tool] })
      const { model } = scripted(sdk, [[{ id: 'call-1', tool: 'hooked', input: { n: 4 } }]])
      await sdk.ai.generateText({ model, tools: aiTools(runtime).tools, prompt: 'Go' })
      expect(told).toEqual(['available 4', 'output 4'])
    })

    test('refuses an input that does not fit in a span of its own, and tells the model why', async () => {
      const sdk = await load()
      let ran = 0
      const strict = createTool({
        id: 'strict',
        description: 'Counts',
        inputSchema: z.object({ n: z.number() }),
        execute: async () => {
          ran += 1
        },
      })
      const { runtime, spans } = createTestRuntime({ tools: [strict] })
      const script = scripted(sdk, [[{ id: 'call-1', tool: 'strict', input: { n: 'many' } }], 'Sorry.'])
      await sdk.ai.generateText({
        model: script.model,
        tools: aiTools(runtime).tools,
        prompt: 'Go',
        stopWhen: sdk.ai.stepCountIs(2),
      })
      expect(ran).toBe(0)
      expect(spans().map(one => [one.name, one.status, one.attributes['error.type']])).toEqual([
        ['execute_tool strict', 'error', 'input_invalid'],
      ])
      expect(toolResultsIn(script)).toEqual([{ type: 'error-text', value: expect.stringContaining('n: ') }])
    })

    test('records a call with broken JSON and one of an unknown tool, which the SDK refuses by itself', async () => {
      const sdk = await load()
      const { runtime, spans, startedSpans } = createTestRuntime({ tools: [weather] })
      const { tools, repairToolCall } = aiTools(runtime)
      const { model } = scripted(sdk, [
        [
          { id: 'call-1', tool: 'weather', input: '{"city": "Ly' },
          { id: 'call-2', tool: 'climate', input: { city: 'Lyon' } },
        ],
        'Sorry.',
      ])
      await sdk.ai.generateText({
        model,
        tools,
        prompt: 'Go',
        stopWhen: sdk.ai.stepCountIs(2),
        experimental_repairToolCall: repairToolCall,
      })
      expect(
        spans()
          .map(one => `${one.name}: ${one.attributes['toolspan.outcome']}`)
          .sort(),
      ).toEqual(['execute_tool _OTHER: not_found', 'execute_tool weather: input_invalid'])
      expect(startedSpans()).toBe(2)
    })

    test('gives what a tool throws to the application as the cause, and its message to the model', async () => {
      const sdk = await load()
      const cause = new RangeError('no such city')
      const failing = createTool({
        id: 'failing',
        description: 'Fails',
        execute: () => Promise.reject(cause),
      })
      const { runtime, span } = createTestRuntime({ tools: [failing] })
      const script = scripted(sdk, [[{ id: 'call-1', tool: 'failing', input: {} }], 'Sorry.'])
      const result = await sdk.ai.generateText({
        model: script.model,
        tools: aiTools(runtime).tools,
        prompt: 'Go',
        stopWhen: sdk.ai.stepCountIs(2),
      })
      const [error] = (result.steps[0]?.content ?? []).flatMap(part =>
        part.type === 'tool-error' ? [part.error] : [],
      )
      expect(error).toMatchObject({ name: 'ToolCallError', outcome: 'error', cause })
      expect(toolResultsIn(script)).toEqual([
        { type: 'error-text', value: expect.stringContaining('no such city') },
      ])
      expect(span('execute_tool failing').attributes['error.type']).toBe('RangeError')
    })

    test('keeps parallel calls apart: each child span is under its own call', async () => {
      const sdk = await load()
      const nested = createTool({
        id: 'nested',
        description: 'Nests',
        inputSchema: z.object({ n: z.number() }),
        execute: ({ n }, { observe }) =>
          observe.span(`child ${n}`, () => new Promise(resolve => setTimeout(resolve, 1 + (n % 3)))),
      })
      const { runtime, spans } = createTestRuntime({ tools: [nested] })
      const calls = Array.from({ length: 20 }, (_, n) => ({ id: `call-${n}`, tool: 'nested', input: { n } }))
      const { model } = scripted(sdk, [calls])
      await sdk.ai.generateText({ model, tools: aiTools(runtime).tools, prompt: 'Go' })
      const all = spans()
      const parentOf = (n: number) => all.find(one => one.name === `child ${n}`)?.parentSpanId
      const callOf = (n: number) =>
        all.find(
          one => one.attributes['gen_ai.tool.call.id'] === `call-${n}` && one.name.startsWith('execute'),
        )
      for (const { input } of calls) expect(parentOf(input.n)).toBe(callOf(input.n)?.spanId)
      expect(all).toHaveLength(40)
    })

    test('cancels the calls of a generation that is aborted', async () => {
      const sdk = await load()
      const controller = new AbortController()
      const slow = createTool({
        id: 'slow',
        description: 'Never answers',
        execute: () => {
          setImmediate(() => controller.abort())
          return new Promise<never>(() => {})
        },
      })
      const { runtime, spans } = createTestRuntime({ tools: [slow] })
      const { model } = scripted(sdk, [[{ id: 'call-1', tool: 'slow', input: {} }]])
      const { abort } = { abort: controller.signal }
      await sdk.ai
        .generateText({ model, tools: aiTools(runtime).tools, prompt: 'Go', abortSignal: abort })
        .catch(() => {})
      await expect
        .poll(() => spans().map(one => [one.status, one.attributes['toolspan.outcome']]))
        .toEqual([['unset', 'cancelled']])
    })

    test('gives the model what toModelOutput makes, and the application the output', async () => {
      const sdk = await load()
      const picture = createTool({
        id: 'picture',
        description: 'Draws',
        execute: async () => ({ secret: 'kept', png: 'aGVsbG8=' }),
        toModelOutput: ({ png }) => ({
          type: 'content',
          value: [
            { type: 'text', text: 'Here it is' },
            { type: 'image-data', data: png, mediaType: 'image/png' },
          ],
        }),
      })
      const { runtime } = createTestRuntime({ tools: [picture] })
      const script = scripted(sdk, [[{ id: 'call-1', tool: 'picture', input: {} }], 'Nice.'])
      const result = await sdk.ai.generateText({
        model: script.model,
        tools: aiTools(runtime).tools,
        prompt: 'Go',
        stopWhen: sdk.ai.stepCountIs(2),
      })
      expect(result.steps[0]?.toolResults[0]?.output).toEqual({ secret: 'kept', png: 'aGVsbG8=' })
      expect(JSON.stringify(toolResultsIn(script))).not.toContain('kept')
      expect(toolResultsIn(script)).toEqual([
        {
          type: 'content',
          value: [
            expect.objectContaining({ type: 'text', text: 'Here it is' }),
            expect.objectContaining({ mediaType: 'image/png' }),
          ],
        },
      ])
      expect(JSON.stringify(toolResultsIn(script))).toContain('aGVsbG8=')
      expect(result.warnings ?? []).toEqual([])
    })

    test('does not send an output that toModelOutput fails for', async () => {
      const sdk = await load()
      const picky = createTool({
        id: 'picky',
        description: 'Picky',
        execute: async () => 'raw-output',
        toModelOutput: () => {
          throw new Error('cannot')
        },
      })
      const { runtime } = createTestRuntime({ tools: [picky] })
      const script = scripted(sdk, [[{ id: 'call-1', tool: 'picky', input: {} }], 'Hm.'])
      await sdk.ai.generateText({
        model: script.model,
        tools: aiTools(runtime).tools,
        prompt: 'Go',
        stopWhen: sdk.ai.stepCountIs(2),
      })
      expect(toolResultsIn(script)).toEqual([
        { type: 'text', value: 'Tool picky ran, but its output could not be shown.' },
      ])
    })

    test('hands on title, strict, provider options and examples, and a schema as its author wrote it', async () => {
      const sdk = await load()
      const told = createTool({
        id: 'told',
        description: 'Told',
        title: 'A tool',
        inputSchema: z.object({ n: z.number() }),
        strict: true,
        providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
        inputExamples: [{ input: { n: 1 } }],
        execute: async () => 1,
      })
      const { runtime } = createTestRuntime({ tools: [told] })
      const script = scripted(sdk, ['Nothing to do.'])
      await sdk.ai.generateText({ model: script.model, tools: aiTools(runtime).tools, prompt: 'Go' })
      expect(script.prompts[0]?.tools).toEqual([
        expect.objectContaining({
          type: 'function',
          name: 'told',
          description: 'Told',
          strict: true,
          inputExamples: [{ input: { n: 1 } }],
          providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
          inputSchema: expect.objectContaining({
            type: 'object',
            properties: { n: { type: 'number' } },
            required: ['n'],
          }),
        }),
      ])
    })

    test('gives a suspended call to the model as waiting, and it is resumed by its ticket', async () => {
      const sdk = await load()
      const asking = createTool({
        id: 'asking',
        description: 'Asks',
        suspendSchema: z.object({ question: z.string() }),
        resumeSchema: z.object({ answer: z.string() }),
        execute: async (_, { suspend, resumeData }) =>
          resumeData ? `got ${resumeData.answer}` : suspend({ question: 'Which one?' }),
      })
      const { runtime, span } = createTestRuntime({ tools: [asking] })
      const script = scripted(sdk, [[{ id: 'call-1', tool: 'asking', input: {} }], 'Which one?'])
      const result = await sdk.ai.generateText({
        model: script.model,
        tools: aiTools(runtime).tools,
        prompt: 'Go',
        stopWhen: sdk.ai.stepCountIs(2),
      })
      expect(toolResultsIn(script)).toEqual([{ type: 'text', value: expect.stringContaining('Which one?') }])
      expect(span('execute_tool asking').status).toBe('unset')
      const output = result.steps[0]?.toolResults[0]?.output as unknown as { ticket: string }
      const resumed = await runtime.resume(output.ticket, { answer: 'this' })
      expect(resumed).toMatchObject({ outcome: 'ok', output: 'got this' })
    })

    test('runs in an agent as it does without one', async () => {
      const sdk = await load()
      const { runtime, span } = createTestRuntime({ tools: [weather] })
      const { model } = scripted(sdk, [[{ id: 'call-1', tool: 'weather', input: { city: 'Lyon' } }], 'Warm.'])
      const agent = new sdk.ai.ToolLoopAgent({ model, tools: aiTools(runtime).tools })
      const { text } = await agent.generate({ prompt: 'Weather?' })
      expect(text).toBe('Warm.')
      expect(span('execute_tool weather').attributes['toolspan.outcome']).toBe('ok')
    })

    test('takes the context of the SDK as the request context of the call', async () => {
      const sdk = await load()
      const scoped = createTool({
        id: 'scoped',
        description: 'Reads its context',
        requestContextSchema: z.object({ user: z.string(), region: z.string() }),
        execute: async (_, { requestContext }) =>
          `${requestContext.get('user')}@${requestContext.get('region')}`,
      })
      const { runtime } = createTestRuntime({ tools: [scoped] })
      const { tools } = aiTools(runtime.scope({ requestContext: { region: 'eu', user: 'nobody' } }))
      const { model } = scripted(sdk, [[{ id: 'call-1', tool: 'scoped', input: {} }]])
      const context = { user: 'ada' }
      const given =
        sdk.version === 6 ? { experimental_context: context } : { toolsContext: { scoped: context } }
      const result = await sdk.ai.generateText({ model, tools, prompt: 'Go', ...given })
      expect(result.toolResults[0]?.output).toBe('ada@eu')
    })
  })
}

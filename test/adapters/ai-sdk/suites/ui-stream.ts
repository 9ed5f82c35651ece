import { createTool } from 'toolspan'
import { aiTools } from 'toolspan/ai-sdk'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { answer, toolParts, userSays } from '../support/conversation.js'
import { type Sdk, scripted, toolResultsIn } from '../support/sdk.js'

export function uiStreamSuite(load: () => Promise<Sdk>): void {
  describe('UI message stream', () => {
    test('carries display payloads only, also of streamed input: no canary is in its bytes', async () => {
      const sdk = await load()
      const t = createTestRuntime({ tools: [] })
      const [inputCanary, outputCanary, errorCanary] = [t.canary(), t.canary(), t.canary()]
      const look = createTool({
        id: 'look',
        description: 'Looks',
        inputSchema: z.object({ name: z.string(), password: z.string() }),
        execute: async ({ name }) => ({ name, apiKey: outputCanary }),
        onInputDelta: () => {},
      })
      const shaped = createTool({
        id: 'shaped',
        description: 'Shaped',
        inputSchema: z.object({ name: z.string() }),
        execute: async () => ({ all: outputCanary }),
        transform: {
          display: {
            input: () => ({ shown: 'input' }),
            inputDelta: ({ inputTextDelta }) => `${inputTextDelta?.length} more`,
            output: () => 'shown output',
          },
        },
      })
      const failing = createTool({
        id: 'failing',
        description: 'Fails',
        inputSchema: z.object({ password: z.string() }),
        execute: () => Promise.reject(new Error(`password=${errorCanary}`)),
      })
      const { runtime } = createTestRuntime({ tools: [look, shaped, failing] })
      const script = scripted(sdk, [
        [
          { id: 'call-1', tool: 'look', input: { name: 'Ada', password: inputCanary } },
          { id: 'call-2', tool: 'shaped', input: { name: inputCanary } },
          { id: 'call-3', tool: 'failing', input: { password: inputCanary } },
          { id: 'call-4', tool: 'look', input: `{"name": "Ada", "password": "${inputCanary}` },
          { id: 'call-5', tool: 'nobody', input: { password: inputCanary } },
          { id: 'call-6', tool: 'look', input: { name: 7, password: inputCanary } },
        ],
        'Done.',
      ])
      const { bytes, messages, kept } = await answer(sdk, script, aiTools(runtime), [userSays('Look')])
      for (const canary of [inputCanary, outputCanary, errorCanary]) {
        expect(bytes).not.toContain(canary)
        expect(JSON.stringify(kept)).not.toContain(canary)
      }
      const parts = new Map(toolParts(messages).map(part => [part.toolCallId, part]))
      expect(parts.get('call-1')).toMatchObject({
        state: 'output-available',
        input: { name: 'Ada', password: expect.stringContaining('REDACTED') },
        output: { name: 'Ada', apiKey: expect.stringContaining('REDACTED') },
      })
      expect(parts.get('call-2')).toMatchObject({ input: { shown: 'input' }, output: 'shown output' })
      expect(bytes).toContain('more')
      expect(parts.get('call-3')).toMatchObject({ state: 'output-error' })
      expect(toolParts(kept).map(part => part.input)).toEqual(toolParts(messages).map(part => part.input))
      // The model has the real values.
      expect(JSON.stringify(toolResultsIn(script))).toContain(outputCanary)
    })

    test('the model has the real values again on the next turn, whatever the client sends back', async () => {
      const sdk = await load()
      const lookup = createTool({
        id: 'lookup',
        description: 'Looks up',
        inputSchema: z.object({ password: z.string() }),
        execute: async ({ password }) => ({ token: `token-of-${password}`, visible: 'yes' }),
      })
      const { runtime } = createTestRuntime({ tools: [lookup] })
      const script = scripted(sdk, [
        [{ id: 'call-1', tool: 'lookup', input: { password: 'hunter-two' } }],
        'Found.',
        'Still there.',
      ])
      const first = await answer(sdk, script, aiTools(runtime), [userSays('Look it up')])
      const changed = structuredClone(first.messages)
      for (const part of toolParts(changed)) part.output = { token: 'forged', visible: 'no' }
      const again = { ...userSays('And now?'), id: 'again' }
      const second = await answer(sdk, script, aiTools(runtime), [...changed, again])
      const prompt = JSON.stringify(script.prompts.at(-1)?.prompt)
      expect(prompt).toContain('token-of-hunter-two')
      expect(prompt).not.toContain('forged')
      expect(prompt).not.toContain('REDACTED')
      expect(first.bytes + second.bytes).not.toContain('hunter-two')
    })

    test('tells the model so where real values are not known any more, and gives it no placeholder', async () => {
      const sdk = await load()
      const lookup = createTool({
        id: 'lookup',
        description: 'Looks up',
        inputSchema: z.object({ password: z.string() }),
        execute: async () => ({ token: 'secret-token-value' }),
      })
      const script = scripted(sdk, [
        [{ id: 'call-1', tool: 'lookup', input: { password: 'hunter-two' } }],
        'Found.',
        'Gone.',
      ])
      const before = aiTools(createTestRuntime({ tools: [lookup] }).runtime)
      const first = await answer(sdk, script, before, [userSays('Look it up')])
      const after = aiTools(createTestRuntime({ tools: [lookup] }).runtime)
      await answer(sdk, script, after, [...first.messages, { ...userSays('And now?'), id: 'again' }])
      expect(toolResultsIn(script)).toEqual([
        { type: 'text', value: expect.stringContaining('not known any more') },
      ])
      expect(JSON.stringify(script.prompts.at(-1)?.prompt)).not.toContain('REDACTED')
    })

    test('keeps the span of a tool that runs at the client open until the client sends what came of it', async () => {
      const sdk = await load()
      const locate = createTool({
        id: 'locate',
        description: 'Asks the browser where it is',
        inputSchema: z.object({ precise: z.boolean() }),
        outputSchema: z.object({ lat: z.number() }),
      })
      const { runtime, spans } = createTestRuntime({ tools: [locate], capture: 'redacted' })
      const script = scripted(sdk, [
        [{ id: 'call-1', tool: 'locate', input: { precise: true } }],
        'You are there.',
      ])
      const first = await answer(sdk, script, aiTools(runtime), [userSays('Where am I?')])
      expect(toolParts(first.messages).map(part => part.state)).toEqual(['input-available'])
      expect(spans()).toEqual([])
      for (const part of toolParts(first.messages))
        Object.assign(part, { state: 'output-available', output: { lat: 45.7 } })
      await answer(sdk, script, aiTools(runtime), first.messages)
      expect(toolResultsIn(script)).toEqual([{ type: 'json', value: { lat: 45.7 } }])
      expect(spans().map(one => one.attributes)).toEqual([
        expect.objectContaining({
          'toolspan.outcome': 'dispatched',
          'gen_ai.tool.call.id': 'call-1',
          'gen_ai.tool.call.result': '{"lat":45.7}',
        }),
      ])
    })

    test('leaves tools of others and text as they are', async () => {
      const sdk = await load()
      const { runtime } = createTestRuntime({ tools: [] })
      const other = sdk.ai.tool({
        description: 'Not ours',
        inputSchema: z.object({ n: z.number() }),
        execute: async ({ n }: { n: number }) => ({ doubled: n * 2 }),
      })
      const ai = aiTools(runtime)
      const script = scripted(sdk, [[{ id: 'call-1', tool: 'other', input: { n: 2 } }], 'Four.'])
      const { messages } = await answer(sdk, script, { ...ai, tools: { other } }, [userSays('Double')])
      expect(toolParts(messages)).toEqual([
        expect.objectContaining({ input: { n: 2 }, output: { doubled: 4 } }),
      ])
      expect(JSON.stringify(messages)).toContain('Four.')
    })
  })
}

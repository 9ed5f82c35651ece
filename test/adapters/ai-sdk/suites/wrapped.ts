import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { wrapTools } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Sdk, scripted, toolResultsIn } from '../support/sdk.js'

export function wrappedSuite(load: () => Promise<Sdk>): void {
  describe('wrapTools', () => {
    test('runs tools of the SDK as before, each call in a span: dynamic ones and ones that stream too', async () => {
      const sdk = await load()
      const t = createTestRuntime({ tools: [], capture: 'redacted' })
      const tools = wrapTools(
        {
          add: sdk.ai.tool({
            description: 'Adds',
            inputSchema: z.object({ a: z.number(), b: z.number() }),
            execute: async ({ a, b }: { a: number; b: number }) => a + b,
            toModelOutput: ({ output }) => ({ type: 'text', value: `= ${output}` }),
          }),
          dyn: sdk.ai.dynamicTool({
            description: 'Dynamic',
            inputSchema: sdk.ai.jsonSchema({
              type: 'object',
              properties: { pass: { type: 'string', writeOnly: true } },
            }),
            execute: async () => 'dynamic',
          }),
          steps: sdk.ai.tool({
            description: 'Streams',
            inputSchema: z.object({}),
            async *execute() {
              yield 'first'
              yield 'second'
            },
          }),
        },
        { runtime: t.runtime },
      )
      const script = scripted(sdk, [
        [
          { id: 'call-1', tool: 'add', input: { a: 1, b: 2 } },
          { id: 'call-2', tool: 'dyn', input: { pass: 'opensesame' } },
          { id: 'call-3', tool: 'steps', input: {} },
        ],
        'Done.',
      ])
      const result = sdk.ai.streamText({
        model: script.model,
        tools,
        prompt: 'Go',
        stopWhen: sdk.ai.stepCountIs(2),
      })
      const preliminary: unknown[] = []
      for await (const part of result.fullStream)
        if (part.type === 'tool-result' && part.preliminary) preliminary.push(part.output)
      expect(preliminary).toEqual(['first', 'second'])
      expect(toolResultsIn(script)).toEqual([
        { type: 'text', value: '= 3' },
        { type: 'text', value: 'dynamic' },
        { type: 'text', value: 'second' },
      ])
      const calls = t.spans().map(span => [span.name, span.attributes['gen_ai.tool.call.id']])
      expect(calls.sort()).toEqual([
        ['execute_tool add', 'call-1'],
        ['execute_tool dyn', 'call-2'],
        ['execute_tool steps', 'call-3'],
      ])
      expect(JSON.stringify(t.spans())).not.toContain('opensesame')
    })

    test("puts the tools of the SDK's MCP client through the pipeline, the server's errors as errors", async () => {
      const sdk = await load()
      const { createMCPClient } = await import('@ai-sdk/mcp')
      const server = new McpServer({ name: 'files', version: '1.0.0' })
      server.registerTool('read', { description: 'Reads', inputSchema: { path: z.string() } }, ({ path }) =>
        path === 'there'
          ? { content: [{ type: 'text', text: 'content' }] }
          : { isError: true, content: [{ type: 'text', text: 'no such file' }] },
      )
      const [ours, theirs] = InMemoryTransport.createLinkedPair()
      await server.connect(theirs)
      const client = await createMCPClient({ transport: ours })
      const t = createTestRuntime({ tools: [] })
      const tools = wrapTools(await client.tools(), { runtime: t.runtime })
      const { model } = scripted(sdk, [
        [
          { id: 'call-1', tool: 'read', input: { path: 'there' } },
          { id: 'call-2', tool: 'read', input: { path: 'gone' } },
        ],
      ])
      await sdk.ai.generateText({ model, tools: tools as never, prompt: 'Go' })
      await client.close()
      const ended = t.spans().map(span => `${span.attributes['toolspan.outcome']} ${span.status}`)
      expect(ended.sort()).toEqual(['error error', 'ok unset'])
    })
  })
}

import { createTool } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { byName } from '../../conformance/by-name.js'
import { pairs, type TestClient } from './support/pairs.js'

let client: TestClient | undefined

afterEach(() => client?.close())

const weather = createTool({
  id: 'weather',
  title: 'Weather',
  description: 'Tells the weather',
  inputSchema: z.object({ city: z.string() }),
  outputSchema: z.object({ degrees: z.number() }),
  mcp: {
    annotations: { readOnlyHint: true, openWorldHint: false },
    _meta: { 'openai/outputTemplate': 'ui://weather', ui: { resourceUri: 'ui://weather' } },
  },
  execute: async () => ({ degrees: 21 }),
})

describe.each(byName(pairs))('%s', (_name, pair) => {
  test('lists a tool with its schemas in JSON Schema 2020-12, its annotations and _meta unchanged', async () => {
    client = await pair.connect(createTestRuntime({ tools: [weather] }).runtime)
    const $schema = 'https://json-schema.org/draft/2020-12/schema'
    expect(await client.list()).toEqual([
      {
        name: 'weather',
        title: 'Weather',
        description: 'Tells the weather',
        inputSchema: {
          $schema,
          type: 'object',
          properties: { city: { type: 'string' } },
          required: ['city'],
        },
        outputSchema: expect.objectContaining({ $schema, type: 'object', required: ['degrees'] }),
        annotations: { readOnlyHint: true, openWorldHint: false },
        _meta: { 'openai/outputTemplate': 'ui://weather', ui: { resourceUri: 'ui://weather' } },
      },
    ])
  })

  test('gives an output as structured content and as text', async () => {
    client = await pair.connect(createTestRuntime({ tools: [weather] }).runtime)
    await client.list()
    expect(await client.call({ name: 'weather', arguments: { city: 'Lyon' } })).toMatchObject({
      content: [{ type: 'text', text: '{"degrees":21}' }],
      structuredContent: { degrees: 21 },
    })
  })
})

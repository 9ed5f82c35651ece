// The tools that the conformance suite of MCP asks a server for.
import { createTool } from 'toolspan'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAESsAABErAAABAAgAZGF0YQAAAAA='
const pause = () => new Promise(resolve => setTimeout(resolve, 50))
const content = (...value) => ({ type: 'content', value })
const text = value => ({ type: 'text', text: value })
const image = { type: 'image-data', data: PIXEL, mediaType: 'image/png' }
const resource = (uri, mimeType, said) => ({
  type: 'custom',
  mcp: { type: 'resource', resource: { uri, mimeType, text: said } },
})

const tool = (id, more) => createTool({ id, description: `The tool ${id}`, ...more })
const showing = (id, ...parts) => tool(id, { execute: () => 'shown', toModelOutput: () => content(...parts) })

/** Asks the person at the client, and says what they answered. */
const asking = (id, requestedSchema, more = {}) =>
  tool(id, {
    ...more,
    execute: async ({ message = 'Please fill in the form' }, { mcp }) => {
      const answer = await mcp.elicitation.sendRequest({ message, requestedSchema })
      const { action, content = {} } = answer
      return `Elicitation completed: action=${action}, content=${JSON.stringify(content)}`
    },
  })

const three = ['option1', 'option2', 'option3']
const titled = [
  { const: 'value1', title: 'First' },
  { const: 'value2', title: 'Second' },
  { const: 'value3', title: 'Third' },
]

export const tools = [
  tool('test_simple_text', { execute: () => 'This is a simple text response for testing.' }),
  showing('test_image_content', image),
  showing('test_audio_content', { type: 'file-data', data: SILENCE, mediaType: 'audio/wav' }),
  showing(
    'test_embedded_resource',
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ),
  showing(
    'test_multiple_content_types',
    text('Multiple content types test:'),
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ),
  tool('test_tool_with_logging', {
    execute: async (_input, { mcp }) => {
      await mcp.log('info', 'Tool execution started')
      await pause()
      await mcp.log('info', 'Tool processing data')
      await pause()
      await mcp.log('info', 'Tool execution completed')
      return 'Logged three times'
    },
  }),
  tool('test_error_handling', {
    execute: () => Promise.reject(new Error('This tool intentionally returns an error for testing')),
  }),
  tool('test_tool_with_progress', {
    execute: async (_input, { mcp }) => {
      for (const progress of [0, 50, 100]) {
        await mcp.progress(progress, 100)
        await pause()
      }
      return 'Told three times'
    },
  }),
  asking(
    'test_elicitation',
    {
      type: 'object',
      properties: {
        username: { type: 'string', description: "User's response" },
        email: { type: 'string', description: "User's email address" },
      },
      required: ['username', 'email'],
    },
    { inputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] } },
  ),
  asking('test_elicitation_sep1034_defaults', {
    type: 'object',
    properties: {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    },
  }),
  asking('test_elicitation_sep1330_enums', {
    type: 'object',
    properties: {
      untitledSingle: { type: 'string', enum: three },
      titledSingle: { type: 'string', oneOf: titled },
      legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['One', 'Two', 'Three'] },
      untitledMulti: { type: 'array', items: { type: 'string', enum: three } },
      titledMulti: { type: 'array', items: { anyOf: titled } },
    },
  }),
  tool('json_schema_2020_12_tool', {
    description: 'Tool with JSON Schema 2020-12 features',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
      },
      properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
      additionalProperties: false,
    },
    execute: input => input,
  }),
]

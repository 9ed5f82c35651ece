import { createTool, type ModelOutput, type ToolObserve } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { byName } from '../../conformance/by-name.js'
import { pairs, type TestClient } from './support/pairs.js'

let client: TestClient | undefined

afterEach(() => client?.close())

function toolThat(execute: (...args: never[]) => unknown, more: object = {}) {
  return createTool({ id: 'weather', description: 'Weather', ...more, execute } as never)
}

const circular: Record<string, unknown> = { size: 7n }
circular['self'] = circular

const outputs: [what: string, output: unknown, result: object][] = [
  ['a text', 'mild', { content: [{ type: 'text', text: 'mild' }] }],
  ['a number', 21, { content: [{ type: 'text', text: '21' }] }],
  ['a list', [1, 2], { content: [{ type: 'text', text: '[1,2]' }] }],
  ['nothing', undefined, { content: [] }],
  ['null', null, { content: [{ type: 'text', text: 'null' }] }],
  [
    'an object with a date',
    { at: new Date(0) },
    {
      content: [{ type: 'text', text: '{"at":"1970-01-01T00:00:00.000Z"}' }],
      structuredContent: { at: '1970-01-01T00:00:00.000Z' },
    },
  ],
  [
    'what JSON cannot say',
    circular,
    {
      content: [{ type: 'text', text: '{"size":"7","self":"[Circular]"}' }],
      structuredContent: { size: '7', self: '[Circular]' },
    },
  ],
]

const parts: ModelOutput = {
  type: 'content',
  value: [
    { type: 'text', text: 'a map' },
    { type: 'image-data', data: 'aGk=', mediaType: 'image/png' },
    { type: 'file-data', data: 'aGk=', mediaType: 'audio/wav' },
    { type: 'file-data', data: 'aGk=', mediaType: 'application/pdf', filename: 'map 1.pdf' },
    { type: 'image-url', url: 'https://example.com/maps/lyon.png' },
    { type: 'file-id', fileId: 'file_1' },
  ],
}

const blocks = [
  { type: 'text', text: 'a map' },
  { type: 'image', data: 'aGk=', mimeType: 'image/png' },
  { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
  {
    type: 'resource',
    resource: { uri: 'file:///map%201.pdf', mimeType: 'application/pdf', blob: 'aGk=' },
  },
  { type: 'resource_link', uri: 'https://example.com/maps/lyon.png', name: 'lyon.png' },
  { type: 'text', text: '{"type":"file-id","fileId":"file_1"}' },
]

/** The part of an answer that is the tool's; the second line of the SDK says in `_meta` which server it is. */
function own({ _meta, ...result }: { _meta?: unknown; content: unknown }): object {
  return result
}

describe.each(byName(pairs))('%s', (_name, pair) => {
  test.each(outputs)('answers %s', async (_what, output, result) => {
    client = await pair.connect(createTestRuntime({ tools: [toolThat(async () => output)] }).runtime)
    expect(own(await client.call({ name: 'weather' }))).toEqual(result)
  })

  test('gives the model the parts that toModelOutput made, and nothing of what they leave out', async () => {
    const tool = toolThat(async () => ({ secretMap: 'X' }), {
      outputSchema: z.object({ secretMap: z.string() }),
      toModelOutput: () => parts,
    })
    client = await pair.connect(createTestRuntime({ tools: [tool] }).runtime)
    expect((await client.list())[0]).not.toHaveProperty('outputSchema')
    expect(own(await client.call({ name: 'weather' }))).toEqual({ content: blocks })
  })

  test('sends nothing of an output whose toModelOutput fails', async () => {
    const toModelOutput = () => {
      throw new Error('no')
    }
    const tool = toolThat(async () => ({ secretMap: 'X' }), { toModelOutput })
    client = await pair.connect(createTestRuntime({ tools: [tool] }).runtime)
    expect(own(await client.call({ name: 'weather' }))).toEqual({
      content: [{ type: 'text', text: 'Tool weather ran, but its output could not be shown.' }],
    })
  })

  test('answers a failure as an error that the model can read, without secrets', async () => {
    const t = createTestRuntime({
      tools: [toolThat(() => Promise.reject(new Error(`no station for ${secret}`)))],
    })
    const secret = t.canary()
    client = await pair.connect(t.runtime)
    const result = await client.call({ name: 'weather' })
    expect(result).toMatchObject({ isError: true, content: [{ type: 'text' }] })
    expect(result.content[0]?.text).toMatch(/^no station for .*REDACTED/)
    await t.assertNoLeak()
  })

  test('answers input that does not fit as an error that names what to mend, and runs nothing', async () => {
    let runs = 0
    const count = async () => {
      runs += 1
    }
    const tool = toolThat(count, { inputSchema: z.object({ city: z.string() }) })
    const t = createTestRuntime({ tools: [tool] })
    client = await pair.connect(t.runtime)
    const result = await client.call({ name: 'weather', arguments: { city: 7 } })
    expect(result.isError).toBe(true)
    expect(result.content[0]?.text).toMatch(/Tool input validation failed for weather[\s\S]*- city:/)
    expect(runs).toBe(0)
    expect(t.span('execute_tool weather').attributes['error.type']).toBe('input_invalid')
  })

  test('answers an output that does not fit its schema as an error', async () => {
    const tool = toolThat(async () => ({ degrees: 'warm' }), {
      outputSchema: z.object({ degrees: z.number() }),
    })
    client = await pair.connect(createTestRuntime({ tools: [tool] }).runtime)
    await client.list()
    const result = await client.call({ name: 'weather' })
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toBeUndefined()
  })

  test('answers a name that no tool has with the error of the protocol, and leaves a trace of the call', async () => {
    const t = createTestRuntime({ tools: [toolThat(async () => 1)] })
    client = await pair.connect(t.runtime)
    const call = client.call({ name: 'whether', arguments: {} })
    await expect(call).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Unknown tool: whether'),
    })
    expect(t.span('execute_tool _OTHER').attributes['toolspan.outcome']).toBe('not_found')
    const { status, attributes } = t.span('tools/call _OTHER')
    expect(status).toBe('unset')
    expect(attributes).toMatchObject({ 'gen_ai.tool.name': '_OTHER', 'rpc.response.status_code': '-32602' })
  })

  test('keeps a secret in the name of an unknown tool to itself', async () => {
    const t = createTestRuntime({ tools: [toolThat(async () => 1)] })
    client = await pair.connect(t.runtime)
    await expect(client.call({ name: t.canary() })).rejects.toThrow('REDACTED')
    await t.assertNoLeak()
  })

  test('neither lists nor runs a tool that runs elsewhere', async () => {
    const t = createTestRuntime({
      tools: [toolThat(async () => 1), createTool({ id: 'pick-colour', description: 'Asks the page' })],
    })
    client = await pair.connect(t.runtime)
    expect((await client.list()).map(({ name }) => name)).toEqual(['weather'])
    await expect(client.call({ name: 'pick-colour' })).rejects.toMatchObject({ code: -32602 })
    expect(t.startedSpans()).toBe(t.spans().length)
  })

  test('runs calls side by side, each under its own span', async () => {
    const tool = toolThat(async ({ n }: { n: number }, { observe }: { observe: ToolObserve }) => {
      await new Promise(resolve => setImmediate(resolve))
      return observe.span('half', () => n)
    })
    const t = createTestRuntime({ tools: [tool] })
    const open = await pair.connect(t.runtime)
    client = open
    const numbers = Array.from({ length: 25 }, (_, n) => n)
    const results = await Promise.all(numbers.map(n => open.call({ name: 'weather', arguments: { n } })))
    expect(results.map(({ content }) => content[0]?.text)).toEqual(numbers.map(String))
    const byId = new Map(t.spans().map(span => [span.spanId, span]))
    const under = (name: string) =>
      t
        .spans()
        .filter(span => span.name === name)
        .map(({ parentSpanId = '' }) => byId.get(parentSpanId)?.name)
    expect(under('half')).toEqual(numbers.map(() => 'execute_tool weather'))
    expect(under('execute_tool weather')).toEqual(numbers.map(() => 'tools/call weather'))
  })
})

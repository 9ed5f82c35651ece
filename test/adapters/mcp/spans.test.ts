import { SpanKind } from '@opentelemetry/api'
import { createTool } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { byName } from '../../conformance/by-name.js'
import { pairs, type TestClient } from './support/pairs.js'

let client: TestClient | undefined

afterEach(() => client?.close())

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'
const traceparent = `00-${traceId}-${spanId}-01`

const weather = createTool({
  id: 'weather',
  description: 'Weather',
  execute: async (_input, { observe }) => {
    observe.log('info', 'asked the station')
    return observe.span('fetch', () => 21)
  },
})

const broken = createTool({
  id: 'broken',
  description: 'Breaks',
  execute: () => Promise.reject(new TypeError('no signal')),
})

const malformed: [what: string, value: unknown][] = [
  ['no text', 7],
  ['empty', ''],
  ['short', '00-abc-def-01'],
  ['all zeros', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`],
  ['of a version that is forbidden', `ff-${traceId}-${spanId}-01`],
  ['of version 00 with a field more', `${traceparent}-extra`],
  ['in capitals', traceparent.toUpperCase()],
]

describe.each(byName(pairs))('%s', (_name, pair) => {
  test('puts one tool span under the span of the request, and what the tool observes under that', async () => {
    const t = createTestRuntime({ tools: [weather] })
    client = await pair.connect(t.runtime)
    await client.call({ name: 'weather' })
    const [request, call, child] = ['tools/call weather', 'execute_tool weather', 'fetch'].map(t.span)
    expect(t.spans()).toHaveLength(3)
    expect(request?.parentSpanId).toBeUndefined()
    expect(call?.parentSpanId).toBe(request?.spanId)
    expect(child?.parentSpanId).toBe(call?.spanId)
    const log = t.logs().find(({ body }) => body === 'asked the station')
    expect([log?.traceId, log?.spanId]).toEqual([call?.traceId, call?.spanId])
  })

  test('names the request as the conventions do', async () => {
    const t = createTestRuntime({ tools: [weather] })
    client = await pair.connect(t.runtime)
    await client.call({ name: 'weather' })
    const { kind, attributes, status } = t.span('tools/call weather')
    expect(kind).toBe(SpanKind.SERVER)
    expect(status).toBe('unset')
    expect(attributes).toEqual({
      'mcp.method.name': 'tools/call',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'weather',
      'jsonrpc.request.id': expect.stringMatching(/^\d+$/),
      ...(pair.serverLine === 2 && { 'mcp.protocol.version': pair.protocol }),
    })
  })

  test('continues the trace that _meta names, with its state', async () => {
    const t = createTestRuntime({ tools: [weather] })
    client = await pair.connect(t.runtime)
    await client.call({ name: 'weather', _meta: { traceparent, tracestate: 'vendor=1' } })
    const { parentSpanId, ...request } = t.span('tools/call weather')
    expect([request.traceId, parentSpanId]).toEqual([traceId, spanId])
    expect(t.span('execute_tool weather').traceId).toBe(traceId)
  })

  test.each(malformed)('begins a trace where the traceparent is %s', async (_what, value) => {
    const t = createTestRuntime({ tools: [weather] })
    client = await pair.connect(t.runtime)
    const result = await client.call({ name: 'weather', _meta: { traceparent: value, tracestate: 7 } })
    expect(result.content[0]?.text).toBe('21')
    expect(t.span('tools/call weather').parentSpanId).toBeUndefined()
  })

  test('says tool_error where the answer is an error, on the span and on the metric', async () => {
    const t = createTestRuntime({ tools: [broken] })
    client = await pair.connect(t.runtime)
    await client.call({ name: 'broken' })
    const request = t.span('tools/call broken')
    expect([request.status, request.attributes['error.type']]).toEqual(['error', 'tool_error'])
    expect(t.span('execute_tool broken').attributes['error.type']).toBe('TypeError')
    const [point] = await t.metric('mcp.server.operation.duration')
    expect(point?.attributes).toMatchObject({
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': 'broken',
      'error.type': 'tool_error',
    })
  })

  test('gives the tool span the attributes that it has without MCP', async () => {
    const t = createTestRuntime({ tools: [weather], agentName: 'guide', capture: 'redacted' })
    await t.call('weather', { city: 'Lyon' })
    const alone = t.span('execute_tool weather').attributes
    const over = createTestRuntime({ tools: [weather], agentName: 'guide', capture: 'redacted' })
    client = await pair.connect(over.runtime)
    await client.call({ name: 'weather', arguments: { city: 'Lyon' } })
    const there = over.span('execute_tool weather').attributes
    expect(Object.keys(there).sort()).toEqual(Object.keys(alone).sort())
  })

  test('makes no span without a tracer, and answers all the same', async () => {
    const t = createTestRuntime({ tools: [weather], sampled: false })
    client = await pair.connect(t.runtime)
    expect((await client.call({ name: 'weather' })).content[0]?.text).toBe('21')
    expect(t.spans()).toEqual([])
  })
})

import { createTool, type ToolSchema } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

function open(inputSchema?: ToolSchema) {
  const seen: unknown[] = []
  const execute = async (input: unknown) => void seen.push(input)
  const tool = createTool({ id: 'search', description: 'Search', inputSchema, execute })
  return { ...createTestRuntime({ tools: [tool], capture: 'redacted' }), seen }
}

const optional = z.object({ query: z.string().optional() })

describe('input repairs', () => {
  test.each([undefined, null])('%s becomes {} for an object schema, and is reported', async input => {
    const t = open(optional)
    expect((await t.call('search', input as never)).outcome).toBe('ok')
    expect(t.seen).toEqual([{}])
    expect(t.span('execute_tool search').attributes['toolspan.input.repairs']).toEqual(['nullish-to-object'])
    expect(t.transcript().map(record => record.repairs)).toEqual([
      ['nullish-to-object'],
      ['nullish-to-object'],
    ])
  })

  test('a JSON text becomes what it says, and is reported', async () => {
    const t = open(optional)
    expect((await t.call('search', '{"query":"rain"}' as never)).outcome).toBe('ok')
    expect(t.seen).toEqual([{ query: 'rain' }])
    expect(t.span('execute_tool search').attributes).toMatchObject({
      'toolspan.input.repairs': ['json-string'],
      'gen_ai.tool.call.arguments': '{"query":"rain"}',
    })
  })

  test('a JSON text becomes a list where the schema is one', async () => {
    const t = open(z.array(z.number()))
    expect((await t.call('search', '[1, 2]' as never)).outcome).toBe('ok')
    expect(t.seen).toEqual([[1, 2]])
  })

  test.each([
    ['a union', z.union([z.object({ query: z.string() }), z.object({ id: z.number() })])],
    [
      'a discriminated union',
      z.discriminatedUnion('by', [z.object({ by: z.literal('id') }), z.object({ by: z.literal('text') })]),
    ],
    ['a plain oneOf', { oneOf: [{ type: 'object', required: ['id'] }, { type: 'array' }] }],
  ])('a JSON text becomes what it says where the schema is %s of objects', async (_what, schema) => {
    const t = open(schema as ToolSchema)
    expect((await t.call('search', '{"by":"id","id":7}' as never)).outcome).toBe('ok')
    expect(t.span('execute_tool search').attributes['toolspan.input.repairs']).toEqual(['json-string'])
  })

  test('a text stays a text where the schema is a union that takes one', async () => {
    const t = open(z.union([z.string(), z.object({ query: z.string() })]))
    await t.call('search', '{"query":"rain"}' as never)
    expect(t.seen).toEqual(['{"query":"rain"}'])
  })

  test.each(['{"query": "rain"', 'rain', '', '{query: rain}', '{"a":1}{"b":2}'])(
    'the malformed JSON %j is input_invalid and never {}',
    async text => {
      const t = open(optional)
      const result = await t.call('search', text as never)
      expect(result.outcome).toBe('input_invalid')
      expect(result.error?.message).toContain('root: is not valid JSON')
      expect(t.seen).toEqual([])
    },
  )

  test('JSON text that is valid but does not fit is input_invalid', async () => {
    const t = open(optional)
    expect((await t.call('search', '"rain"' as never)).outcome).toBe('input_invalid')
    expect((await t.call('search', 'null' as never)).outcome).toBe('input_invalid')
    expect(t.seen).toEqual([])
  })

  test('a text stays a text where the schema asks for one, and no repair is reported', async () => {
    const t = open(z.string())
    await t.call('search', '{"query":"rain"}' as never)
    expect(t.seen).toEqual(['{"query":"rain"}'])
    expect(t.span('execute_tool search').attributes).not.toHaveProperty('toolspan.input.repairs')
  })

  test('nothing is repaired without a schema', async () => {
    const t = open()
    for (const input of [undefined, null, '{"a":1}']) await t.call('search', input as never)
    expect(t.seen).toEqual([undefined, null, '{"a":1}'])
  })

  test('a nullish input is not made up where the schema is no object', async () => {
    const t = open(z.array(z.number()))
    expect((await t.call('search', undefined as never)).outcome).toBe('input_invalid')
  })

  test('an input that needs no repair is handed on as it is', async () => {
    const t = open({ type: 'object' })
    const input = { query: 'rain' }
    await t.call('search', input as never)
    expect(t.seen[0]).toBe(input)
  })
})

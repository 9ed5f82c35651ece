import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import { createTool, isValidationError, jsonSchema, type ToolSchema, type ValidationError } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

describe('what a schema makes of a value', () => {
  test('reaches execute, hooks and the output: defaults, transforms and coercion', async () => {
    const seen: unknown[] = []
    const tool = createTool({
      id: 'plan',
      description: 'Plan',
      inputSchema: z.object({
        days: z.coerce.number().default(3),
        city: z.string().transform(city => city.trim()),
      }),
      outputSchema: z.object({ at: z.string().transform(text => new Date(text)) }),
      onInputAvailable: ({ input }) => void seen.push(input),
      execute: async input => {
        seen.push(input)
        return { at: '2026-01-02T00:00:00Z' }
      },
      onOutput: ({ output }) => void seen.push(output),
    })
    const t = createTestRuntime({ tools: [tool] })
    const result = await t.call('plan', { city: ' Lyon ' })
    const output = { at: new Date('2026-01-02T00:00:00Z') }
    expect(result).toMatchObject({ outcome: 'ok', output })
    expect(seen).toEqual([{ days: 3, city: 'Lyon' }, { days: 3, city: 'Lyon' }, output])
  })

  const defaults: [library: string, schema: ToolSchema][] = [
    ['Zod', z.object({ days: z.number().default(3) })],
    ['Valibot', toStandardJsonSchema(v.object({ days: v.optional(v.number(), 3) }))],
    ['ArkType', type({ days: 'number = 3' })],
  ]

  test.each(defaults)('is the same from %s', async (_library, inputSchema) => {
    const tool = createTool({ id: 'plan', description: 'Plan', inputSchema, execute: async input => input })
    const t = createTestRuntime({ tools: [tool] })
    expect(await t.call('plan', {})).toMatchObject({ outcome: 'ok', output: { days: 3 } })
    expect(await t.call('plan', { days: 'x' })).toMatchObject({ outcome: 'input_invalid' })
  })

  test('may take its time', async () => {
    const later = <T>(value: T) => new Promise<T>(resolve => setImmediate(resolve, value))
    const tool = createTool({
      id: 'plan',
      description: 'Plan',
      inputSchema: z.object({
        city: z.string().refine(city => later(city !== 'Atlantis'), 'is not on the map'),
      }),
      outputSchema: z.number().transform(days => later(days * 2)),
      requestContextSchema: z.object({ user: z.string().transform(user => later(user.length)) }),
      execute: async (_input, { requestContext }) => requestContext.get('user'),
    })
    const t = createTestRuntime({ tools: [tool] })
    const requestContext = { user: 'ann' }
    expect(await t.call('plan', { city: 'Lyon' }, { requestContext })).toMatchObject({
      outcome: 'ok',
      output: 6,
    })
    const refused = await t.call('plan', { city: 'Atlantis' }, { requestContext })
    expect(refused.error?.message).toContain('city: is not on the map')
  })

  test('may be a rejection, which refuses the value', async () => {
    const standard = {
      version: 1,
      vendor: 'test',
      validate: () => Promise.reject(new Error('registry down')),
    } as const
    const inputSchema = { '~standard': standard }
    const tool = createTool({ id: 'plan', description: 'Plan', inputSchema, execute: async () => 1 })
    const t = createTestRuntime({ tools: [tool] })
    const result = await t.call('plan', {} as never)
    expect(result.outcome).toBe('input_invalid')
    expect(result.error?.message).toContain('the schema could not check this')
  })

  test('leaves the input of the caller as it was', async () => {
    const tool = createTool({
      id: 'plan',
      description: 'Plan',
      inputSchema: jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } } }),
      execute: async () => 1,
    })
    const input = Object.freeze({ city: 'Lyon', more: Object.freeze({ a: 1 }) })
    await createTestRuntime({ tools: [tool] }).call('plan', input)
    expect(input).toEqual({ city: 'Lyon', more: { a: 1 } })
  })
})

describe('an output that does not fit', () => {
  const returned = { degrees: 'warm' }
  const tool = createTool({
    id: 'weather',
    description: 'Weather',
    outputSchema: z.object({ degrees: z.number() }),
    execute: async () => returned as never,
  })

  test('ends output_invalid, with the value as it was returned', async () => {
    const t = createTestRuntime({ tools: [tool] })
    const result = await t.call('weather', {})
    expect(result).toMatchObject({ outcome: 'output_invalid', error: { type: 'output_invalid' } })
    expect(result.outcome === 'output_invalid' && result.output).toBe(returned)
  })

  test("passes with a mark where the runtime's policy is to warn", async () => {
    const t = createTestRuntime({ tools: [tool], invalidOutput: 'warn' })
    const result = await t.call('weather', {})
    expect(result.outcome === 'ok' && result.output).toBe(returned)
    const span = t.span('execute_tool weather')
    expect(span.status).toBe('unset')
    expect(span.attributes).toMatchObject({ 'toolspan.outcome': 'ok', 'toolspan.output.invalid': true })
  })

  test('is answered by execute as a validation error that follows the value', async () => {
    const t = createTestRuntime({ tools: [tool] })
    const answer = await t.tool('weather').execute({})
    expect(isValidationError(answer)).toBe(true)
    expect(answer).toMatchObject({
      error: true,
      message: expect.stringContaining('Tool output validation failed for weather'),
      validationErrors: {
        errors: [],
        fields: { degrees: { errors: [expect.stringContaining('number')], fields: {} } },
      },
    })
  })
})

describe('a validation error', () => {
  test('keeps a field named __proto__ a field', async () => {
    const issues = [{ message: 'no', path: ['__proto__', 'polluted'] }]
    const inputSchema = { '~standard': { version: 1, vendor: 'test', validate: () => ({ issues }) } } as const
    const tool = createTool({ id: 'form', description: 'Form', inputSchema, execute: async () => 1 })
    const answer = await createTestRuntime({ tools: [tool] })
      .tool('form')
      .execute({} as never)
    expect(isValidationError(answer)).toBe(true)
    const fields = (answer as ValidationError).validationErrors.fields
    expect(Object.keys(fields)).toHaveLength(1)
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test.each([null, 5, 'text', {}, { error: true }, { error: 'x', validationErrors: {} }])(
    'is not %j',
    value => {
      expect(isValidationError(value)).toBe(false)
    },
  )
})

import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import { jsonSchema, type ToolSchema } from 'toolspan'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { toldOf } from './support/told-of.js'

const word = 'hunter2hunter'

interface Refusal {
  name: string
  schema: ToolSchema
  input: unknown
  /** The values that failed, in every spelling in which they must not be told. */
  hidden: string[]
  /** Words of the schema that stay readable. */
  readable: string[]
}

const zod: Refusal[] = [
  {
    name: 'an unknown key',
    schema: z.strictObject({ city: z.string() }),
    input: { city: 'a', [word]: 1 },
    hidden: [word],
    readable: [],
  },
  {
    name: 'a refined message that quotes the value',
    schema: z.object({
      pin: z
        .string()
        .refine(() => false, { error: issue => `${issue.input} is taken, "${issue.input}" too` }),
    }),
    input: { pin: word },
    hidden: [word],
    readable: ['pin', 'is taken'],
  },
  {
    name: 'an enum',
    schema: z.object({ unit: z.enum(['celsius', 'kelvin']) }),
    input: { unit: word },
    hidden: [word],
    readable: ['unit', 'celsius', 'kelvin'],
  },
  {
    name: 'a literal',
    schema: z.object({ kind: z.literal('forecast') }),
    input: { kind: word },
    hidden: [word],
    readable: ['kind', 'forecast'],
  },
  {
    name: 'a union',
    schema: z.object({ when: z.union([z.literal('today'), z.number().max(7)]) }),
    input: { when: word },
    hidden: [word],
    readable: ['when'],
  },
  {
    name: 'a discriminated union',
    schema: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('city') }),
      z.object({ kind: z.literal('point') }),
    ]),
    input: { kind: word },
    hidden: [word],
    readable: ['kind'],
  },
  {
    name: 'the key of a record',
    schema: z.record(z.string().max(4), z.number()),
    input: { [word]: 1 },
    hidden: [word],
    readable: [],
  },
  {
    name: 'the value under the key of a record',
    schema: z.record(z.string(), z.number()),
    input: { [word]: word },
    hidden: [word],
    readable: ['expected number'],
  },
  {
    name: 'nested arrays',
    schema: z.object({ rows: z.array(z.array(z.object({ cell: z.number(`not ${word}`) }))) }),
    input: { rows: [[{ cell: 1 }, { cell: word }]] },
    hidden: [word],
    readable: ['rows[0][1].cell'],
  },
  {
    name: 'a limit',
    schema: z.object({ name: z.string().min(40) }),
    input: { name: word },
    hidden: [word],
    readable: ['name', '40'],
  },
  {
    name: 'a number beyond a limit',
    schema: z.object({ age: z.number().max(150) }),
    input: { age: 48151623 },
    hidden: ['48151623'],
    readable: ['age', '150'],
  },
  {
    name: 'a refined message that quotes a number',
    schema: z.object({ age: z.number().refine(() => false, { error: issue => `got ${issue.input}.` }) }),
    input: { age: 4815 },
    hidden: ['4815'],
    readable: ['got'],
  },
  {
    name: 'a schema that throws',
    schema: z.object({
      pin: z.string().refine(pin => {
        throw new Error(`bad ${pin}`)
      }),
    }),
    input: { pin: word },
    hidden: [word],
    readable: ['could not check'],
  },
]

const valibot: Refusal[] = [
  {
    name: 'a picklist',
    schema: toStandardJsonSchema(v.object({ unit: v.picklist(['celsius', 'kelvin']) })),
    input: { unit: word },
    hidden: [word],
    readable: ['unit', 'celsius', 'kelvin'],
  },
  {
    name: 'a literal',
    schema: toStandardJsonSchema(v.object({ kind: v.literal('forecast') })),
    input: { kind: word },
    hidden: [word],
    readable: ['kind', 'forecast'],
  },
  {
    name: 'another type',
    schema: toStandardJsonSchema(v.object({ age: v.number() })),
    input: { age: word },
    hidden: [word],
    readable: ['age', 'number'],
  },
  {
    name: 'an unknown key',
    schema: toStandardJsonSchema(v.strictObject({ city: v.string() })),
    input: { city: 'a', [word]: 1 },
    hidden: [word],
    readable: [],
  },
  {
    name: 'quotes and line breaks in the value',
    schema: toStandardJsonSchema(v.object({ age: v.number() })),
    input: { age: `say "${word}"\nand ${word}` },
    hidden: [word],
    readable: ['age'],
  },
  {
    name: 'a number',
    schema: toStandardJsonSchema(v.object({ age: v.string() })),
    input: { age: 48151623 },
    hidden: ['48151623'],
    readable: ['age'],
  },
  {
    name: 'a bigint',
    schema: toStandardJsonSchema(v.object({ age: v.string() })),
    input: { age: 48151623n },
    hidden: ['48151623'],
    readable: ['age'],
  },
]

const arktype: Refusal[] = [
  {
    name: 'an enumeration',
    schema: type({ unit: "'celsius' | 'kelvin'" }),
    input: { unit: word },
    hidden: [word],
    readable: ['unit', 'celsius', 'kelvin'],
  },
  {
    name: 'a pattern',
    schema: type({ code: /^[A-Z]{3}$/ }),
    input: { code: word },
    hidden: [word],
    readable: ['code', '[A-Z]{3}'],
  },
  {
    name: 'a number beyond a limit',
    schema: type({ age: 'number <= 150' }),
    input: { age: 48151623 },
    hidden: ['48151623'],
    readable: ['age', '150'],
  },
  {
    name: 'another type',
    schema: type({ age: 'number' }),
    input: { age: word },
    hidden: [word],
    readable: ['age'],
  },
  {
    name: 'an email',
    schema: type({ email: 'string.email' }),
    input: { email: word },
    hidden: [word],
    readable: ['email'],
  },
  {
    name: 'an unknown key',
    schema: type({ city: 'string', '+': 'reject' }),
    input: { city: 'a', [word]: 1 },
    hidden: [word],
    readable: [],
  },
  {
    name: 'a union of objects',
    schema: type({ a: 'string' }).or({ b: 'number' }),
    input: { a: 5, b: word },
    hidden: [word],
    readable: [],
  },
]

const plain: Refusal[] = [
  {
    name: 'an enum',
    schema: { type: 'object', properties: { unit: { enum: ['celsius', 'kelvin'] } } },
    input: { unit: word },
    hidden: [word],
    readable: ['unit'],
  },
  {
    name: 'a constant',
    schema: jsonSchema<object>({ properties: { kind: { const: 'forecast' } } }),
    input: { kind: word },
    hidden: [word],
    readable: ['kind'],
  },
  {
    name: 'an unknown key',
    schema: { type: 'object', properties: { city: {} }, additionalProperties: false },
    input: { [word]: 1 },
    hidden: [word],
    readable: ['additional properties'],
  },
  {
    name: 'the name of a property',
    schema: { type: 'object', propertyNames: { maxLength: 4 } },
    input: { [word]: 1 },
    hidden: [word],
    readable: ['4'],
  },
  {
    name: 'a pattern',
    schema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { code: { type: 'string', pattern: '^[A-Z]{3}$' } },
    },
    input: { code: word },
    hidden: [word],
    readable: ['code', '[A-Z]{3}'],
  },
  {
    name: 'a missing property',
    schema: { type: 'object', required: ['city'] },
    input: { town: word },
    hidden: [word],
    readable: ['city', 'is required'],
  },
]

const libraries = { Zod: zod, Valibot: valibot, ArkType: arktype, 'JSON Schema': plain }
const cases = Object.entries(libraries).flatMap(([library, refusals]) =>
  refusals.map(refusal => [library, refusal.name, refusal] as const),
)

describe.each(cases)('%s refusing %s', (_library, _name, { schema, input, hidden, readable }) => {
  test('tells nobody the value, and keeps the words of the schema', async () => {
    const told = await toldOf(schema, input)
    expect(told.outcome).toBe('input_invalid')
    for (const text of hidden) expect(told.everyone.toLowerCase()).not.toContain(text.toLowerCase())
    for (const text of readable) expect(told.message).toContain(text)
  })
})

describe('the text for the model', () => {
  test('may name the value that failed', async () => {
    const told = await toldOf(
      z.object({ unit: z.string().refine(() => false, { error: issue => `no unit ${issue.input}` }) }),
      { unit: word },
    )
    expect(told.model).toContain(`no unit ${word}`)
  })

  test('never holds a secret', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    const told = await toldOf(
      z.strictObject({ unit: z.string().refine(() => false, { error: issue => `no unit ${issue.input}` }) }),
      {
        unit: secret,
        [secret]: 1,
      },
    )
    expect(told.model).toContain('no unit')
    expect(told.model).not.toContain(secret)
    expect(told.everyone).not.toContain(secret)
  })
})

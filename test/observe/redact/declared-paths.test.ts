import { toJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createRedactor } from '../../../src/observe/redact/create-redactor.js'
import { declaredPathsOf } from '../../../src/observe/redact/declared-paths.js'
import { declaredValues } from '../../../src/observe/redact/declared-values.js'

const secret = { type: 'string', sensitive: true }

describe('declaredPathsOf', () => {
  it.each(['writeOnly', 'sensitive', 'x-sensitive'])('knows %s', keyword => {
    const schema = { properties: { a: { type: 'string', [keyword]: true }, b: { [keyword]: false } } }
    expect(declaredPathsOf(schema)).toEqual(['/a'])
  })

  it('knows the format password, and a schema that is sensitive as a whole', () => {
    expect(declaredPathsOf({ properties: { a: { type: 'string', format: 'password' } } })).toEqual(['/a'])
    expect(declaredPathsOf(secret)).toEqual([''])
  })

  it('looks into items, tuples, patterns and additional properties', () => {
    const schema = {
      properties: {
        list: { items: { properties: { pin: secret } } },
        tuple: { prefixItems: [{}, secret], items: secret },
        oldTuple: { items: [secret, {}], additionalItems: secret },
        map: { additionalProperties: { properties: { pin: secret } } },
        pattern: { patternProperties: { '^x-': secret } },
      },
    }
    expect(declaredPathsOf(schema).sort()).toEqual([
      '/list/*/pin',
      '/map/*/pin',
      '/oldTuple/*',
      '/oldTuple/0',
      '/pattern/*',
      '/tuple/*',
      '/tuple/1',
    ])
  })

  it('looks into branches and conditions', () => {
    const schema = {
      anyOf: [{ properties: { a: secret } }, { oneOf: [{ properties: { b: secret } }] }],
      allOf: [{ properties: { c: secret } }],
      if: { properties: { d: {} } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { d: secret } },
    }
    expect(declaredPathsOf(schema).sort()).toEqual(['/a', '/b', '/c', '/d'])
  })

  it('follows local references', () => {
    const schema = {
      $defs: { pin: secret },
      definitions: { 'a/b': secret },
      properties: { root: { $ref: '#/$defs/pin' }, old: { $ref: '#/definitions/a~1b' } },
    }
    expect(declaredPathsOf(schema)).toEqual(['/root', '/old'])
  })

  it('says that what a recursive schema declares holds at any depth', () => {
    const schema = {
      $defs: { node: { properties: { note: secret, next: { $ref: '#/$defs/node' } } } },
      properties: { root: { $ref: '#/$defs/node' }, note: {} },
    }
    expect(declaredPathsOf(schema)).toEqual(['/root/note', '/root/**/note'])
  })

  it('takes names as sensitive anywhere in a schema with too many paths', () => {
    const names = Array.from({ length: 30 }, (_, index) => `n${index}`)
    const properties = Object.fromEntries(names.map(name => [name, { $ref: `#/$defs/${name}` }]))
    const schema = {
      $defs: Object.fromEntries(
        names.map(name => [name, { properties: { ...properties, pins: { items: secret } } }]),
      ),
      properties,
    }
    expect(declaredPathsOf(schema)).toContain('/**/pins/*')
  })

  it('escapes names', () => {
    expect(declaredPathsOf({ properties: { 'a/b~c': secret } })).toEqual(['/a~1b~0c'])
  })

  it.each([undefined, null, true, 'text', [], { properties: 5, items: null, $ref: '#/%E0%A4%A' }])(
    'gives nothing for %j',
    schema => {
      expect(declaredPathsOf(schema)).toEqual([])
    },
  )
})

describe('schemas of the validation libraries', () => {
  it('carry what Zod declares with meta', () => {
    const schema = z.object({
      user: z.string(),
      card: z.object({ number: z.string().meta({ sensitive: true }) }).optional(),
      pins: z.array(z.string().meta({ sensitive: true })),
      keys: z.record(z.string(), z.string().meta({ sensitive: true })),
      either: z.union([z.string().meta({ sensitive: true }), z.number()]),
    })
    const pointers = declaredPathsOf(z.toJSONSchema(schema))
    expect(pointers).toEqual(['/card/number', '/pins/*', '/keys/*', '/either'])
    const input = { user: 'ada', card: { number: 'x' }, pins: ['a'], keys: { k: 'v' }, either: 1 }
    expect(createRedactor().redact(input, { declared: pointers })).toEqual({
      user: 'ada',
      card: { number: '[REDACTED:declared]' },
      pins: ['[REDACTED:declared]'],
      keys: { k: '[REDACTED:declared]' },
      either: '[REDACTED:declared]',
    })
  })

  it('carry what a recursive or reused Zod schema declares, at any depth', () => {
    const note = z.string().meta({ id: 'Note', sensitive: true })
    const node = z.object({
      note,
      get children() {
        return z.array(node)
      },
    })
    const pointers = declaredPathsOf(z.toJSONSchema(z.object({ tree: node, note: z.string() })))
    const leaf = { note: 'cc', children: [] }
    const value = { tree: { note: 'aa', children: [{ note: 'bb', children: [leaf] }] }, note: 'kept' }
    const result = JSON.stringify(createRedactor().redact(value, { declared: pointers }))
    expect(result).not.toMatch(/aa|bb|cc/)
    expect(result).toContain('kept')
    expect(declaredValues(value, pointers)).toEqual(['aa', 'bb', 'cc'])
  })

  it('carry what Zod declares in the input of a transformed field', () => {
    const schema = z.object({ pin: z.string().meta({ sensitive: true }).transform(Number) })
    expect(declaredPathsOf(z.toJSONSchema(schema, { io: 'input' }))).toEqual(['/pin'])
  })

  it('carry what Valibot declares as metadata', () => {
    const schema = v.object({ pin: v.pipe(v.string(), v.metadata({ sensitive: true })), user: v.string() })
    expect(declaredPathsOf(toJsonSchema(schema))).toEqual(['/pin'])
  })

  it('carry what ArkType is configured with', () => {
    const sensitive = { sensitive: true, description: 'a pin' }
    const schema = type({ user: 'string', pin: type('string').configure(sensitive) })
    expect(declaredPathsOf(schema.toJsonSchema())).toEqual(['/pin'])
  })
})

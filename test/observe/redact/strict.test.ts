import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../../src/observe/redact/create-redactor.js'
import { harmlessPathsOf } from '../../../src/observe/redact/harmless-paths.js'

const strict = createRedactor({ strict: true })
const token = 'ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'
const mask = '[REDACTED:undeclared]'

describe('a strict redactor', () => {
  it('keeps what is declared harmless and the names that a schema gives, and nothing else', () => {
    const value = {
      city: 'Oslo',
      user: { name: 'Ada', id: 7 },
      tags: ['a'],
      extra: { x: 1 },
      'ada@b.example': 1,
    }
    const context = {
      harmless: ['/city', '/user/id'],
      named: ['/city', '/user', '/user/id', '/user/name', '/tags'],
    }
    expect(strict.redact(value, context)).toEqual({
      city: 'Oslo',
      user: { name: mask, id: 7 },
      tags: mask,
      [mask]: mask,
      [`${mask} (2)`]: mask,
    })
  })

  it('keeps nothing without a declaration, whatever it is', () => {
    for (const value of [
      1,
      'a',
      true,
      null,
      5n,
      new Date(0),
      Symbol('a'),
      () => 1,
      { a: 1 },
      ['a'],
      new Map([['a', 1]]),
    ])
      expect(strict.redact(value)).toBe(mask)
    expect(strict.redact(new Error('ada'))).toBe(mask)
  })

  it('lets what is declared sensitive win over what it stands in', () => {
    const context = { harmless: [''], declared: ['/card'] }
    expect(strict.redact({ city: 'Oslo', card: 5 }, context)).toEqual({
      city: 'Oslo',
      card: '[REDACTED:declared]',
    })
  })

  it('still searches the text of what is harmless', () => {
    expect(strict.redact({ a: `x ${token}` }, { harmless: ['/a'] })).toEqual({
      a: 'x [REDACTED:github-token]',
    })
  })

  it('reads JSON in text by the same declaration', () => {
    const text = JSON.stringify({ city: 'Oslo', name: 'Ada' })
    const context = { harmless: ['/city'], named: ['/city', '/name'] }
    expect(strict.redact(text, context)).toBe(`{"city":"Oslo","name":"${mask}"}`)
    expect(strict.redact('no JSON', context)).toBe(mask)
  })

  it('searches texts and what can have no schema, as any redactor does', () => {
    expect(strict.redactText(`sent ${token}`)).toBe('sent [REDACTED:github-token]')
    expect(strict.redactText('{"city": "Oslo"}')).toBe('{"city": "Oslo"}')
    expect(strict.redact({ rows: 3, token }, { strict: false })).toEqual({
      rows: 3,
      token: '[REDACTED:key:token]',
    })
  })

  it('changes nothing more when it redacts twice, and says so of itself', () => {
    const context = { harmless: ['/a'], named: ['/a', '/b'] }
    const once = strict.redact({ a: 1, b: 2, c: { d: 3 } }, context)
    expect(strict.redact(once, context)).toEqual(once)
    expect(strict.strict).toBe(true)
    expect(createRedactor().strict).toBe(false)
  })

  it('lets nothing through that is not declared, whatever the value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 2 }), (other, shown) => {
        const rest = JSON.stringify(
          strict.redact({ other, shown }, { harmless: ['/shown'], named: ['/other'] }),
        )
        const alone = JSON.stringify(strict.redact({ shown }, { harmless: ['/shown'] }))
        expect(rest).toBe(`{"other":"${mask}",${alone.slice(1)}`)
      }),
    )
  })
})

describe('a field declared harmless', () => {
  it('is not redacted for its name, but for what stands in it', () => {
    const redactor = createRedactor()
    const context = { harmless: ['/sessionToken', '/list/*/secret'] }
    const value = { sessionToken: 'daily', token: 'daily', list: [{ secret: 'santa' }, { secret: token }] }
    expect(redactor.redact(value, context)).toEqual({
      sessionToken: 'daily',
      token: '[REDACTED:key:token]',
      list: [{ secret: 'santa' }, { secret: '[REDACTED:github-token]' }],
    })
  })
})

describe('what a schema declares harmless', () => {
  const no = { type: 'string', 'x-sensitive': false }
  const field = { type: 'string' }

  it('is found in objects, lists, records, references and nullable fields', () => {
    const schema = {
      $defs: { Id: { type: 'string', sensitive: false } },
      properties: {
        id: { $ref: '#/$defs/Id' },
        name: field,
        rows: { type: 'array', items: { properties: { id: no, note: field } } },
        byDay: { additionalProperties: no },
        maybe: { anyOf: [no, { type: 'null' }] },
        whole: { type: 'object', sensitive: false, properties: { a: field } },
      },
    }
    const { harmless, named } = harmlessPathsOf(schema)
    expect(harmless.sort()).toEqual(['/byDay/*', '/id', '/maybe', '/rows/*/id', '/whole'])
    expect(named).toContain('/rows/*/note')
  })

  it.each([
    ['one of several alternatives', { properties: { a: { anyOf: [no, { type: 'number' }] } } }],
    ['a condition', { if: { properties: { a: no } }, else: { properties: { a: no } } }],
    ['a negation', { not: { properties: { a: no } } }],
    ['any other key beside named ones', { properties: { a: field }, additionalProperties: no }],
    ['other items behind the first', { prefixItems: [field], items: no }],
    ['several patterns of keys', { patternProperties: { '^a': no, b$: field } }],
    ['no schema at all', undefined],
  ])('is not what is said of %s', (_title, schema) => {
    expect(harmlessPathsOf(schema).harmless).toEqual([])
  })

  it('goes no deeper than once into a schema that contains itself', () => {
    const node = { properties: { id: no, child: {} as object } }
    node.properties.child = node
    expect(harmlessPathsOf(node).harmless).toEqual(['/id'])
  })
})

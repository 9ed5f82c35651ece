import { createHash } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import { canonicalJson } from '../../src/observe/canonical-json.js'
import { digestOf } from '../../src/observe/digest.js'

class Account {
  owner = 'Ada'
}

const selfHeld: Record<string, unknown> = {}
selfHeld.self = selfHeld
const { proxy: revoked, revoke } = Proxy.revocable({}, {})
revoke()

/** Values that differ from each other, though some would be written alike. */
const DIFFERENT: [string, unknown][] = [
  ['a number', 1000],
  ['a bigint', 1000n],
  ['its text', '1000'],
  ['a bigint as it is marked', { $type: 'bigint', value: '1000' }],
  ['that marked once more', { $type: 'object', value: [['$type', 'bigint']] }],
  ['zero', 0],
  ['negative zero', -0],
  ['NaN', Number.NaN],
  ['the text NaN', 'NaN'],
  ['infinity', Number.POSITIVE_INFINITY],
  ['null', null],
  ['undefined', undefined],
  ['nothing under a key', { a: undefined }],
  ['an empty object', {}],
  ['an empty array', []],
  ['an array of undefined', [undefined]],
  ['an array of null', [null]],
  ['an array of a hole', new Array(1)],
  ['an array of very many holes', new Array(4_000_000_000)],
  ['a date', new Date(0)],
  ['another date', new Date(1)],
  ['no date', new Date(Number.NaN)],
  ['the text of a date', '1970-01-01T00:00:00.000Z'],
  ['a map', new Map([['a', 1]])],
  ['a map with other keys', new Map([[1, 1]])],
  ['the fields of a map', { a: 1 }],
  ['a set', new Set(['a'])],
  ['its items', ['a']],
  ['bytes', new Uint8Array([1, 2])],
  ['signed bytes', new Int8Array([1, 2])],
  ['a buffer', new Uint8Array([1, 2]).buffer],
  ['a view', new DataView(new Uint8Array([1, 2]).buffer)],
  ['a regular expression', /a/g],
  ['its text', '/a/g'],
  ['a symbol', Symbol('a')],
  ['a function', () => 1],
  ['another function', () => 2],
  ['an error', new RangeError('too far')],
  ['an error of another class', new TypeError('too far')],
  ['a boxed text', Object('a')],
  ['a text', 'a'],
  ['a lone surrogate', '\ud800'],
  ['another lone surrogate', '\ud801'],
  ['a key with a lone surrogate', { '\ud800': 1 }],
  ['a key with another', { '\ud801': 1 }],
  ['a URL', new URL('https://example.com/')],
  ['its text', 'https://example.com/'],
  ['a cycle', selfHeld],
  ['a proxy that is no more', revoked],
  ['a promise', Promise.resolve()],
]

describe('the digest of a value', () => {
  it('is SHA-256 over canonical JSON where the value is JSON', () => {
    const value = { b: [1, 'ü', null], a: { nested: true } }
    const hash = createHash('sha256').update(canonicalJson(value)).digest('hex')
    expect(digestOf(value)).toBe(`sha256:${hash}`)
  })

  it('is another for every value of another type or content', () => {
    const digests = new Map(DIFFERENT.map(([, value]) => [digestOf(value), value]))
    expect(digests.size).toBe(DIFFERENT.length)
  })

  test.each(DIFFERENT)('is the same again for %s', (_, value) => {
    expect(digestOf(value)).toBe(digestOf(value))
  })

  it('does not ask in which order keys stand', () => {
    expect(digestOf({ a: 1, b: 2 })).toBe(digestOf({ b: 2, a: 1 }))
  })

  it('of an instance is that of its fields, as it is after it was stored', () => {
    expect(digestOf(new Account())).toBe(digestOf({ owner: 'Ada' }))
  })

  it('calls no getter and no toJSON', () => {
    const called: string[] = []
    const value = {
      get secret() {
        called.push('getter')
        throw new Error('read')
      },
      toJSON() {
        called.push('toJSON')
      },
    }
    expect(digestOf(value)).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(called).toEqual([])
  })

  it('is given for values deeper than any stack', () => {
    let value: unknown = 1
    for (let depth = 0; depth < 100_000; depth += 1) value = [value]
    expect(digestOf(value)).toMatch(/^sha256:/)
  })

  it('is given for a graph with more paths than memory could hold', () => {
    let value: object = {}
    for (let depth = 0; depth < 60; depth += 1) value = { left: value, right: value }
    expect(digestOf(value)).toBe(digestOf(value))
  })

  it('is given for an object that throws whenever it is looked at', () => {
    const boom = () => {
      throw new Error('looked at')
    }
    const hostile = new Proxy({}, { ownKeys: boom, getPrototypeOf: boom, getOwnPropertyDescriptor: boom })
    expect(digestOf({ hostile })).toMatch(/^sha256:/)
  })
})

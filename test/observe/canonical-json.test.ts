import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { canonicalJson } from '../../src/observe/canonical-json.js'
import type { JsonValue } from '../../src/observe/redact/redactor.js'

/** Appendix B of RFC 8785: the bits of a double and how it is written. */
const NUMBERS: [string, string][] = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
]

const fromBits = (bits: string) => Buffer.from(bits, 'hex').readDoubleBE()

describe('canonical JSON', () => {
  test.each(NUMBERS)('writes the double %s as %s', (bits, text) => {
    expect(canonicalJson(fromBits(bits))).toBe(text)
  })

  it('writes the example of RFC 8785, section 3.2.2', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '€$\u000f\nA\'B"\\\\"/',
      literals: [null, true, false],
    }
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  it('sorts keys by UTF-16 code units, as in RFC 8785, section 3.2.3', () => {
    const value = {
      '€': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '😀': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      ö: 'Latin Small Letter O With Diaeresis',
    }
    const order = [...canonicalJson(value).matchAll(/:"([^"]+)"/g)].map(([, name]) => name)
    expect(order).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ])
  })

  it('sorts keys that look like numbers as texts too', () => {
    expect(canonicalJson({ 10: 'a', 9: 'b' })).toBe('{"10":"a","9":"b"}')
  })

  it('leaves text as it is: composed and decomposed characters differ', () => {
    expect(canonicalJson('\u00e5')).not.toBe(canonicalJson('a\u030a'))
  })

  it('writes __proto__ as a key like any other', () => {
    expect(canonicalJson(JSON.parse('{"__proto__":1,"a":2}'))).toBe('{"__proto__":1,"a":2}')
  })

  it('writes values nested deeper than any stack', () => {
    let value: JsonValue = 1
    for (let depth = 0; depth < 200_000; depth += 1) value = depth % 2 ? [value] : { a: value }
    expect(canonicalJson(value)).toHaveLength(100_000 * ('[]'.length + '{"a":}'.length) + 1)
  })

  const cycle: unknown[] = []
  cycle.push({ cycle })
  test.each<[string, unknown]>([
    ['NaN', Number.NaN],
    ['an infinity', Number.POSITIVE_INFINITY],
    ['a lone high surrogate', 'a\ud800'],
    ['a lone low surrogate', '\udc00b'],
    ['a lone surrogate in a key', { '\udead': 1 }],
    ['a bigint', 1n],
    ['undefined', { a: undefined }],
    ['a hole', new Array(2)],
    ['a function', () => {}],
    ['a symbol', Symbol('a')],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['a cycle', cycle],
  ])('refuses %s', (_, value) => {
    expect(() => canonicalJson(value as JsonValue)).toThrow(TypeError)
  })

  it('gives one text for equal values, and a text that reads back as the value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), given => {
        const value = JSON.parse(JSON.stringify(given)) as JsonValue
        const text = canonicalJson(value)
        expect(JSON.parse(text)).toEqual(value)
        expect(canonicalJson(reversed(value))).toBe(text)
      }),
    )
  })
})

/** The same value with its keys in another order. */
function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).reverse()
  return Object.fromEntries(entries.map(([key, held]) => [key, reversed(held)]))
}

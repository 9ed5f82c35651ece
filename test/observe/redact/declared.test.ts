import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../../src/observe/redact/create-redactor.js'
import type { JsonValue } from '../../../src/observe/redact/redactor.js'

const redactor = createRedactor()
const canary = 'zebracanary'

describe('declared fields', () => {
  it('are replaced whole, whatever they hold', () => {
    const value = { card: { number: 1, owner: ['a'] }, pin: null, none: undefined, other: 'x' }
    expect(redactor.redact(value, { declared: ['/card', '/pin', '/none'] })).toEqual({
      card: '[REDACTED:declared]',
      pin: '[REDACTED:declared]',
      other: 'x',
    })
  })

  it('may be reached through any key or index', () => {
    const value = {
      items: [
        { pin: '1', n: 1 },
        { pin: '2', n: 2 },
      ],
      by: { ada: { pin: '3' }, bob: { pin: '4' } },
    }
    expect(redactor.redact(value, { declared: ['/items/*/pin', '/by/*/pin'] })).toEqual({
      items: [
        { pin: '[REDACTED:declared]', n: 1 },
        { pin: '[REDACTED:declared]', n: 2 },
      ],
      by: { ada: { pin: '[REDACTED:declared]' }, bob: { pin: '[REDACTED:declared]' } },
    })
  })

  it('may be the whole value', () => {
    expect(redactor.redact({ a: 1 }, { declared: [''] })).toBe('[REDACTED:declared]')
    expect(redactor.redact('text', { declared: [''] })).toBe('[REDACTED:declared]')
  })

  it('are found in maps, errors, instances, what toJSON gives and JSON in text', () => {
    class Customer {
      note = canary
    }
    const declared = ['/a/note']
    const values = [
      new Map([['note', canary]]),
      Object.assign(new Error('x'), { note: canary }),
      new Customer(),
      { toJSON: () => ({ note: canary }) },
      JSON.stringify({ note: canary }),
    ]
    for (const a of values) expect(JSON.stringify(redactor.redact({ a }, { declared }))).not.toContain(canary)
  })

  it('may have slashes and tildes in their names', () => {
    expect(redactor.redact({ 'a/b': { '~': 1, x: 2 } }, { declared: ['/a~1b/~0'] })).toEqual({
      'a/b': { '~': '[REDACTED:declared]', x: 2 },
    })
  })

  it('never survive at any depth, and the fields beside them always do', () => {
    const path = fc.array(fc.constantFrom('a', 'b', '0', '*x', '__proto__'), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(path, fc.jsonValue({ maxDepth: 2 }), (keys, leaf) => {
        const build = (at: number): JsonValue =>
          JSON.parse(
            `{${JSON.stringify(keys[at])}:${JSON.stringify(at === keys.length - 1 ? [canary, leaf] : build(at + 1))},"kept":"beside"}`,
          )
        const declared = [`/${keys.join('/')}`]
        const value = build(0)
        const result = JSON.stringify(redactor.redact(value, { declared }))
        expect(result).not.toContain(canary)
        expect(result.split('"kept":"beside"').length - 1).toBe(keys.length)
        expect(redactor.explain(value, { declared })).toContainEqual({
          rule: 'declared',
          pointer: declared[0],
        })
      }),
    )
  })
})

describe('values known in a call', () => {
  it('are taken out of any text, in any written form', () => {
    const values = ['blue canary?', '4711']
    const error = new Error('cannot pay with blue canary?')
    const text = 'https://h/?q=blue+canary%3F and id 4711 and 47 11'
    expect(JSON.stringify(redactor.redact({ error, text }, { values }))).not.toMatch(/canary|4711/)
    expect(redactor.redactText(text, { values })).toContain('47 11')
  })

  it('are taken out as numbers and as keys', () => {
    expect(redactor.redact({ n: 4711, m: 47110, '4711': true }, { values: ['4711'] })).toEqual({
      n: '[REDACTED:known]',
      m: 47110,
      '[REDACTED:known]': true,
    })
  })

  it('are taken out only as whole words when they are short', () => {
    expect(redactor.redactText('pin 12 of 123 (12)', { values: ['12'] })).toBe(
      'pin [REDACTED:known] of 123 ([REDACTED:known])',
    )
    expect(redactor.redact(['12', '1234'], { values: ['12'] })).toEqual(['[REDACTED:known]', '1234'])
  })

  it('are ignored when they are empty or blank', () => {
    expect(redactor.redactText('a b', { values: ['', ' '] })).toBe('a b')
  })

  it('hold for the one call only', () => {
    redactor.redactText('canary', { values: ['canary'] })
    expect(redactor.redactText('canary')).toBe('canary')
  })
})

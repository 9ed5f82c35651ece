import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSeal } from '../../src/stores/seal.js'
import { deserializeValues, serializeValues } from '../../src/stores/serialize-values.js'

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
  withSparseArray: true,
  withBoxedValues: true,
  withUnicodeString: true,
})

describe('stored values', () => {
  it('come back as structuredClone gives them, whatever they are', () => {
    fc.assert(
      fc.property(anything, anything, (input, result) => {
        const values = { input, result }
        expect(deserializeValues(serializeValues(values))).toStrictEqual(structuredClone(values))
      }),
      { numRuns: 1500 },
    )
  })

  it('come back whatever keys JSON from a model has', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), json => {
        const text = json.replaceAll('"a"', '"__proto__"')
        const back = deserializeValues(serializeValues({ input: JSON.parse(text) }))
        expect(JSON.stringify(back?.input)).toBe(JSON.stringify(JSON.parse(text)))
      }),
      { numRuns: 500 },
    )
  })

  it('nested beyond what can be walked are refused in words', () => {
    const input = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
    expect(() => serializeValues({ input })).toThrow(
      'the input of the call cannot be stored: it is nested too deeply; leave that out',
    )
  })

  it('open only with the key and beside the facts they were sealed with', () => {
    const seal = createSeal('a key of thirty-two characters !!')
    const sealed = seal.close('text', 'facts')
    expect(seal.open(sealed, 'facts')).toBe('text')
    expect(() => seal.open(sealed, 'other facts')).toThrow()
    expect(() => createSeal('another key of that many letters!').open(sealed, 'facts')).toThrow()
    for (let cut = 0; cut < sealed.length - 4; cut += 4)
      expect(() => seal.open(sealed.slice(0, cut), 'facts')).toThrow()
  })
})

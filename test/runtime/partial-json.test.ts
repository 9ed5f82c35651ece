import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPartialJson } from '../../src/runtime/partial-json.js'

async function grown(pieces: readonly string[]): Promise<unknown[]> {
  const json = await createPartialJson()
  const values: unknown[] = []
  for (const piece of pieces) {
    await json.push(piece)
    values.push(structuredClone(json.value))
  }
  return values
}

describe('JSON that arrives in pieces', () => {
  test('is nothing until a value begins', async () => {
    expect(await grown([' ', '\n', '{'])).toEqual([undefined, undefined, {}])
  })

  test.each<[of: string, pieces: string[], values: unknown[]]>([
    ['a string', ['{"a":"he', 'llo'], [{ a: 'he' }, { a: 'hello' }]],
    ['an escape', ['["\\', 'n\\u00', 'e9'], [[''], ['\n'], ['\né']]],
    ['a pair of surrogates', ['["\ud83d', '\ude00"'], [['\ud83d'], ['😀']]],
    ['an escaped pair', ['["\\ud83d', '\\ude00"'], [['\ud83d'], ['😀']]],
    ['a number', ['[1', '2,3', ']'], [[], [12], [12, 3]]],
    ['a literal', ['[tr', 'ue,nul', 'l]'], [[], [true], [true, null]]],
    ['a name', ['{"na', 'me', '":1', '}'], [{}, {}, {}, { name: 1 }]],
  ])('grows when it is cut inside %s', async (_of, pieces, values) => {
    expect(await grown(pieces)).toEqual(values)
  })

  test('keeps a name that is the prototype’s as a name', async () => {
    const json = await createPartialJson()
    await json.push('{"__proto__":{"isAdmin":true},"a":1}')
    expect(Object.getPrototypeOf(json.value)).toBe(Object.prototype)
    expect(JSON.stringify(json.value)).toBe('{"__proto__":{"isAdmin":true},"a":1}')
  })

  test('stays as it was past text that is no JSON', async () => {
    expect(await grown(['{"a":1', ',}', ',"b":2}'])).toEqual([{}, { a: 1 }, { a: 1 }])
  })

  test('is, in the end, what reading the whole gives, however it is cut', async () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(fc.json(), cuts, async (text, lengths) => {
        const json = await createPartialJson()
        for (let at = 0, i = 0; at < text.length; i += 1) {
          const length = lengths[i % lengths.length] ?? 1
          await json.push(text.slice(at, at + length))
          at += length
        }
        // The end of a number alone is told from its middle by what follows.
        await json.push(' ')
        expect(json.value).toEqual(JSON.parse(text))
      }),
      { numRuns: 300 },
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../../src/observe/redact/create-redactor.js'
import { keeps, leaks } from '../../cases/redaction.js'

const redactor = createRedactor()
/** No string of these letters is ever taken for a secret. */
const plainText = fc.stringMatching(/^[a-j ]{0,12}$/)
const plainKey = fc.stringMatching(/^[a-h]{1,6}$/)
const plainValue = fc.letrec(tie => ({
  value: fc.oneof(
    plainText,
    fc.integer({ max: 1e6, min: -1e6 }),
    fc.boolean(),
    fc.constant(null),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc.dictionary(plainKey, tie('value'), { maxKeys: 4, noNullPrototype: true }),
})).value

function freezeDeep(value: unknown, seen = new Set<unknown>()): void {
  if (typeof value !== 'object' || value === null || seen.has(value) || ArrayBuffer.isView(value)) return
  seen.add(value)
  for (const key of Reflect.ownKeys(value)) freezeDeep(Reflect.get(value, key), seen)
  Object.freeze(value)
}

describe('redaction leaves its input alone', () => {
  it('gives the same for deep-frozen input', () => {
    for (const [title, value] of [...leaks, ...keeps]) {
      const before = redactor.redact(value)
      freezeDeep(value)
      expect(redactor.redact(value), title).toEqual(before)
    }
  })

  it('changes nothing in any value', () => {
    fc.assert(
      fc.property(fc.anything({ withMap: true, withSet: true, withDate: true, withBigInt: true }), value => {
        const before = structuredClone(value)
        redactor.redact({ password: 'hunter2hunter2', value })
        expect(value).toEqual(before)
      }),
    )
  })

  it('gives an equal but separate copy of a value without secrets', () => {
    fc.assert(
      fc.property(plainValue, value => {
        const copy = redactor.redact(value)
        expect(copy).toEqual(value)
        if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value)
      }),
    )
  })

  it('always gives what JSON can hold, and never throws', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withMap: true,
          withSet: true,
          withTypedArray: true,
          withSparseArray: true,
          withNullPrototype: true,
        }),
        value => {
          const result = redactor.redact(value)
          expect(JSON.parse(JSON.stringify(result))).toEqual(JSON.parse(JSON.stringify(result)))
          expect(redactor.redact(result)).toEqual(result)
        },
      ),
    )
  })
})

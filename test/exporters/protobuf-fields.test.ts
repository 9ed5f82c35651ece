import fc from 'fast-check'
import { expect, test } from 'vitest'
import { messageIn, numberIn, readProtobufFields } from '../../src/exporters/protobuf-fields.js'
import { rejectedInJson, rejectedInProtobuf } from '../../src/exporters/rejected-count.js'

test('Numbers, nested messages and fields of fixed size are read, and unknown ones passed over', () => {
  const fixed = [0x19, 1, 2, 3, 4, 5, 6, 7, 8, 0x25, 1, 2, 3, 4]
  const fields = readProtobufFields(Buffer.from([...fixed, 0x08, 0xac, 0x02, 0x12, 0x02, 0x08, 0x07]))
  expect(numberIn(fields, 1)).toBe(300)
  expect(numberIn(messageIn(fields, 2), 1)).toBe(7)
  expect([numberIn(fields, 9), messageIn(fields, 9).size]).toEqual([0, 0])
})

test('Whatever a receiver answers, reading it ends and throws nothing', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
      const answer = Buffer.from(bytes)
      expect(rejectedInProtobuf(answer)).toBeGreaterThanOrEqual(0)
      expect(rejectedInJson(answer)).toEqual(expect.any(Number))
    }),
  )
})

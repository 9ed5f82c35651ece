import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../../src/observe/redact/create-redactor.js'
import { leaks } from '../../cases/redaction.js'

const token = 'ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'

describe('the mask', () => {
  const redactor = createRedactor({ replacement: 'mask' })

  it('keeps the last four of card numbers and of long values', () => {
    const value = { note: `card 4111 1111 1111 1111, ${token}`, apiKey: token, n: 4111111111111111 }
    expect(redactor.redact(value)).toEqual({
      note: 'card [REDACTED:card:*1111], [REDACTED:github-token:*Q7r8]',
      apiKey: '[REDACTED:key:api-key:*Q7r8]',
      n: '[REDACTED:card:*1111]',
    })
  })

  it('keeps nothing of short values, of objects, and of values that end in anything but letters and digits', () => {
    const value = { password: 'hunter2', secret: { a: token }, passphrase: 'correct horse battery st!' }
    expect(redactor.redact(value)).toEqual({
      password: '[REDACTED:key:password]',
      secret: '[REDACTED:key:secret]',
      passphrase: '[REDACTED:key:passphrase]',
    })
  })
})

describe('the keyed hash', () => {
  const redactor = createRedactor({ replacement: 'hmac' })
  const hashes = (value: unknown) => [...JSON.stringify(value).matchAll(/:#([0-9a-f]{16})\]/g)].map(m => m[1])

  it('is the same for equal values, wherever they stand, and differs for others', () => {
    const value = { apiKey: token, note: `uses ${token}.`, password: 'hunter2hunter2', pin: 4711 }
    const [a, b, c, d] = hashes(redactor.redact(value))
    expect(a).toBe(b)
    expect(new Set([a, c, d]).size).toBe(3)
  })

  it('differs between redactors, as each makes up its key, but not between those of one key', () => {
    const hashOf = (replacement: 'hmac' | { hmac: string | Uint8Array }) =>
      hashes(createRedactor({ replacement }).redact({ token }))[0]
    expect(hashOf('hmac')).not.toBe(hashOf('hmac'))
    expect(hashOf({ hmac: 'made-up key' })).toBe(hashOf({ hmac: Buffer.from('made-up key') }))
    expect(hashOf({ hmac: 'made-up key' })).not.toBe(hashOf({ hmac: 'another key' }))
  })

  it.each([{ hmac: '' }, { hmac: 5 }, {}])('refuses %j, as a hash without a key can be looked up', key => {
    expect(() => createRedactor({ replacement: key as never })).toThrow(/`hmac` key/)
  })
})

describe.each(['mask', 'hmac'] as const)('in mode %s', replacement => {
  const redactor = createRedactor({ replacement })

  it.each(leaks)('a secret is taken out: %s', (_title, value, needle) => {
    const known = needle.length > 4 && !/^.{0,3}\d{3}$/.test(needle)
    if (known) expect(JSON.stringify(redactor.redact(value))).not.toContain(needle)
  })

  it('redacting twice changes nothing more', () => {
    for (const [title, value] of leaks) {
      const once = redactor.redact(value)
      expect(redactor.redact(once), title).toEqual(once)
    }
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../../src/observe/redact/create-redactor.js'
import { secretsFromEnv } from '../../../src/observe/redact/env-secrets.js'

const secret = 'pä$s "w/o+rd\\?'

describe('a registered secret', () => {
  it.each<[string, (text: string) => string]>([
    ['raw', text => text],
    ['base64', text => Buffer.from(text).toString('base64')],
    ['base64url', text => Buffer.from(text).toString('base64url')],
    ['base64 within longer text', text => Buffer.from(`user:${text}!`).toString('base64')],
    ['base64 at another offset', text => Buffer.from(`me:${text}`).toString('base64')],
    ['hex', text => Buffer.from(text).toString('hex')],
    ['upper-case hex', text => Buffer.from(text).toString('hex').toUpperCase()],
    ['URL-encoded', encodeURIComponent],
    ['form-encoded', text => new URLSearchParams({ a: text }).toString().slice(2)],
    ['lower-case URL-encoded', text => encodeURIComponent(text).replace(/%../g, each => each.toLowerCase())],
    ['JSON-escaped', text => JSON.stringify(text).slice(1, -1)],
    ['JSON-escaped twice', text => JSON.stringify(JSON.stringify(text)).slice(3, -3)],
  ])('is taken out in %s form', (_title, encode) => {
    const redactor = createRedactor()
    const text = `seen <${encode(secret)}> there`
    expect(redactor.redactText(text)).toBe(text)
    redactor.registerSecret(secret)
    expect(redactor.redactText(text)).toBe('seen <[REDACTED:known]> there')
  })

  it('is taken out whatever characters it has, and nothing else is', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4, maxLength: 40 }), known => {
        fc.pre(known.trim() !== '' && !'qqq  zzz'.includes(known))
        const redactor = createRedactor({ secrets: [known] })
        expect(redactor.redactText(`qqq ${known} zzz`)).toMatch(/^qqq.*zzz$/s)
        expect(JSON.stringify(redactor.redact({ a: [`qqq${known}zzz`] }))).toContain('[REDACTED:known]')
      }),
    )
  })

  it('is taken out literally, with characters that mean something in patterns', () => {
    const redactor = createRedactor({ secrets: ['a.*(b+)+'] })
    expect(redactor.redactText('x a.*(b+)+ y axxb')).toBe('x [REDACTED:known] y axxb')
  })

  it('may be empty, blank or no string, and is then ignored', () => {
    const redactor = createRedactor({ secrets: ['', '   '] })
    redactor.registerSecret(undefined as unknown as string)
    expect(redactor.redactText('a   b')).toBe('a   b')
  })

  it('is taken out where it contains another one', () => {
    const redactor = createRedactor({ secrets: ['outer', 'outer-secret'] })
    expect(redactor.redactText('an outer-secret and outer')).toBe('an [REDACTED:known] and [REDACTED:known]')
  })
})

describe('secretsFromEnv', () => {
  it('picks long enough values by the name', () => {
    const env = {
      OPENAI_API_KEY: 'value-one',
      GITHUB_TOKEN: 'value-two',
      DB_PASSWORD: 'value-three',
      CLIENT_SECRET: 'value-four',
      SHORT_KEY: 'x',
      PUBLIC_KEY: 'value-five',
      PWD: '/home/ada/project',
      KEYBOARD: 'querty-long',
      EMPTY_TOKEN: undefined,
    }
    expect(secretsFromEnv(env)).toEqual(['value-one', 'value-two', 'value-three', 'value-four'])
  })
})

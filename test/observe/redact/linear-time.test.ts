import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../../src/observe/redact/create-redactor.js'

const redactor = createRedactor({ pii: true, secrets: ['aaaaaaaab', 'registered-secret'] })
const half = 256 * 1024

const units: string[] = [
  '"rawHeaders":[',
  '[["password","',
  '"password","',
  'A',
  'a',
  'a.b-',
  'a@b.',
  'eyJ',
  'eyJhbGciOiJIUzI1NiJ9.',
  'password',
  'password:',
  'password: (',
  'password=,,,,',
  '"password":"',
  '"password":{',
  '\\"password\\":\\"',
  '"name":"password","value":',
  'the password is ',
  'login a password ',
  '<password>',
  '<password ',
  'mysql ',
  'authorization: a ',
  'authorization:',
  'cookie:',
  'Cookie: ',
  'Bearer ',
  'Basic a',
  ' ',
  '\n',
  '1',
  '4111 ',
  '1.1.',
  '1:',
  'aGVsbG8gd29ybGQh',
  '-----BEGIN ',
  '-----BEGIN RSA PRIVATE KEY-----',
  '://:',
  '//a:b',
  'user:p@',
  '?a=',
  '&a=',
  'token%3D',
  '{"a":',
  '[',
  '\\',
  ',',
  '"a",',
  'sk-',
  'ghp_',
  '--token ',
  'curl -u a:b ',
  '[REDACTED:',
  '[REDACTED:jwt] a: ',
  'a\u200b',
  '\uff41',
]

function timeOf(text: string): number {
  const start = performance.now()
  redactor.redact({ text })
  return performance.now() - start
}

/** The best of several interleaved runs, as noise only ever adds. */
function compare(unit: string): { one: number; two: number } {
  const text = unit.repeat(Math.ceil((half * 2) / unit.length)).slice(0, half * 2)
  const times = Array.from({ length: 4 }, () => ({ one: timeOf(text.slice(0, half)), two: timeOf(text) }))
  return { one: Math.min(...times.map(({ one }) => one)), two: Math.min(...times.map(({ two }) => two)) }
}

describe('time grows with the text and not faster', () => {
  it.each(units)('for a text of %j over and over', unit => {
    timeOf(unit.repeat(1000))
    const { one, two } = compare(unit)
    // Below a few milliseconds the clock and the collector decide, not the scan.
    if (two > 8) expect(two / one).toBeLessThanOrEqual(2.6)
    expect(two).toBeLessThan(500)
  })
})

describe('a secret far into a long text', () => {
  it('is taken out', () => {
    const text = `${'some words '.repeat(460_000)}password=hunter2hunter2 ${'more words '.repeat(50_000)}`
    expect(redactor.redactText(text)).not.toContain('hunter2')
  })
})

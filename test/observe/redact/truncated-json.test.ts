import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../../src/observe/redact/create-redactor.js'

const redactor = createRedactor()
const secret = 'zqxcorrecthorse' // without digits, so that nothing but its place gives it away
const value = {
  a: 1,
  users: [
    {
      name: 'ada',
      password: secret,
      headers: [
        ['authorization', secret],
        ['accept', 'text/html'],
      ],
      env: [
        { name: 'API_KEY', value: secret },
        { name: 'COLOR', value: 'blue' },
      ],
      secret: { value: secret, list: [secret, { x: secret }] },
      tokens: { accessToken: secret },
    },
  ],
  db: `postgres://u:${secret}@h/x`,
  rawHeaders: ['Host', 'h', 'Cookie', secret],
  argv: ['--password', secret],
}
const json = JSON.stringify(value)

describe('JSON that is cut off', () => {
  it.each([
    ['plain', json],
    ['indented', JSON.stringify(value, null, 2)],
    ['JSON in JSON', JSON.stringify(json)],
    ['JSON in JSON in JSON', JSON.stringify({ body: JSON.stringify({ body: json }) })],
    ['JSON in prose', `Response: ${json}`],
  ])('shows no part of a secret, wherever it is cut (%s)', (_title, text) => {
    for (let end = 1; end <= text.length; end++) {
      expect(redactor.redactText(text.slice(0, end))).not.toContain('zqxc')
    }
  })

  it('keeps what is no secret', () => {
    const result = redactor.redactText(`${json.slice(0, -2)}`)
    for (const kept of ['"ada"', '"accept","text/html"', '"COLOR","value":"blue"', '"Host","h"']) {
      expect(result).toContain(kept)
    }
  })
})

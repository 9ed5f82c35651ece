import { describe, expect, it, vi } from 'vitest'
import { createRedactor } from '../../../src/observe/redact/create-redactor.js'

const env = {
  DB_PASSWORD: 'correct horse battery',
  SERVICE_TOKEN: 'blue canary outlet',
  SHORT_KEY: 'abc',
  PUBLIC_KEY: 'shown to everybody',
  CACHE_KEY: 'orders by customer',
  HOME: '/home/ada lovelace',
  PWD: '/home/ada lovelace/work',
}

describe('the environment', () => {
  it('is left alone by default', () => {
    vi.stubEnv('DB_PASSWORD', env.DB_PASSWORD)
    expect(createRedactor().redactText('it is correct horse battery')).toContain('horse')
    vi.unstubAllEnvs()
  })

  it('gives its secrets on request, in every written form', () => {
    const redactor = createRedactor({ env })
    const base64 = Buffer.from(env.DB_PASSWORD).toString('base64')
    expect(
      redactor.redact([`it is ${env.DB_PASSWORD}`, base64, encodeURIComponent(env.SERVICE_TOKEN)]),
    ).toEqual(['it is [REDACTED:known]', '[REDACTED:known]', '[REDACTED:known]'])
  })

  it('gives the secrets of this process for `true`', () => {
    vi.stubEnv('DB_PASSWORD', env.DB_PASSWORD)
    const redactor = createRedactor({ env: true })
    vi.unstubAllEnvs()
    expect(redactor.redactText('it is correct horse battery')).toBe('it is [REDACTED:known]')
  })

  it.each(['SHORT_KEY', 'PUBLIC_KEY', 'CACHE_KEY', 'HOME', 'PWD'] as const)('holds no secret in %s', name => {
    expect(createRedactor({ env }).redact([env[name]])).toEqual([env[name]])
  })
})

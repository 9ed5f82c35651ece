import { describe, expect, it, vi } from 'vitest'
import { createRedactor } from '../../../src/observe/redact/create-redactor.js'

const modes = [
  { strict: true },
  { replacement: 'mask' },
  { replacement: 'hmac' },
  { pii: true },
  { patterns: [/a+b/] },
] as const
const get = vi.fn(() => 'hunter2hunter2')

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

function trapped(): object {
  const throwing = () => {
    throw new Error('trap')
  }
  return new Proxy({}, { ownKeys: throwing, get: throwing, has: throwing, getPrototypeOf: throwing })
}

function values(): unknown[] {
  const circular: Record<string, unknown> = { a: 1 }
  circular['a'] = circular
  return [
    revoked(),
    trapped(),
    circular,
    Object.defineProperty({}, 'a', { get, enumerable: true }),
    { a: { toJSON: () => revoked() } },
    Object.freeze({ a: Object.freeze(['x']) }),
    JSON.parse('{"__proto__":{"a":1},"a":{"constructor":2}}'),
    new Map<unknown, unknown>([[{}, revoked()]]),
    'x'.repeat(100_000),
    Array.from({ length: 2_000 }, (_, index) => index),
    Number.NaN,
    undefined,
  ]
}

describe.each(modes)('with %j, whatever the value', options => {
  const redactor = createRedactor(options)

  it('nothing throws, no getter is called and the result is JSON', () => {
    for (const value of values())
      for (const a of [value, { a: value }, { password: value }, [value]]) {
        const context = { harmless: ['/a'], named: ['/a', '/password'], declared: ['/b'] }
        expect(() => JSON.stringify(redactor.redact(a, context))).not.toThrow()
        expect(() => redactor.explain(a, context)).not.toThrow()
      }
    expect(get).not.toHaveBeenCalled()
  })
})

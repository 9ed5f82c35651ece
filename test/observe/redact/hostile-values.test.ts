import { describe, expect, it, vi } from 'vitest'
import { createRedactor } from '../../../src/observe/redact/create-redactor.js'

const redactor = createRedactor()

function nested(levels: number): unknown {
  let value: unknown = 'leaf'
  for (let level = 0; level < levels; level++) value = { a: value }
  return value
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

function trapped(trap: keyof ProxyHandler<object>): object {
  const throwing = () => {
    throw new Error('trap')
  }
  return new Proxy({ a: 1 }, { [trap]: throwing })
}

describe('a value that resists', () => {
  it('does not throw for a revoked proxy', () => {
    expect(redactor.redact({ a: revoked(), b: 1 })).toEqual({ a: '[Unreadable]', b: 1 })
    expect(redactor.redact(revoked())).toBe('[Unreadable]')
    expect(redactor.redact({ password: revoked() })).toEqual({ password: '[REDACTED:key:password]' })
  })

  it.each(['ownKeys', 'getOwnPropertyDescriptor', 'getPrototypeOf', 'has'] as const)(
    'does not throw when the %s trap of a proxy throws',
    trap => {
      expect(() => redactor.redact({ a: trapped(trap), password: trapped(trap) })).not.toThrow()
    },
  )

  it('never calls a getter', () => {
    const get = vi.fn(() => 'hunter2hunter2')
    const value = Object.defineProperty({ list: [1] }, 'x', { get, enumerable: true })
    Object.defineProperty(value.list, 0, { get, enumerable: true })
    const error = Object.defineProperties(new Error('x'), { message: { get }, stack: { get }, code: { get } })
    // Defining a message makes the engine write the stack, for which it reads the message.
    get.mockClear()
    expect(redactor.redact(value)).toEqual({ list: ['[Getter]'], x: '[Getter]' })
    expect(redactor.redact(error)).toEqual({
      name: 'Error',
      message: '[Getter]',
      code: '[Getter]',
      stack: '[Getter]',
    })
    expect(redactor.explain(value)).toEqual([])
    expect(get).not.toHaveBeenCalled()
  })

  it('calls toJSON once and walks what it gives', () => {
    const toJSON = vi.fn(() => ({ password: 'hunter2hunter2', city: 'Paris' }))
    expect(redactor.redact({ o: { toJSON } })).toEqual({
      o: { password: '[REDACTED:key:password]', city: 'Paris' },
    })
    expect(toJSON).toHaveBeenCalledTimes(1)
  })

  it('survives a toJSON that throws, returns its object, or gives ever new ones', () => {
    class Endless {
      toJSON() {
        return { a: new Endless(), b: new Endless() }
      }
    }
    const throwing = {
      toJSON() {
        throw new Error('hunter2hunter2')
      },
    }
    const same = {
      n: 1,
      toJSON() {
        return this
      },
    }
    expect(redactor.redact({ throwing })).toEqual({ throwing: '[Throws]' })
    expect(redactor.redact({ same })).toMatchObject({ same: { n: 1 } })
    expect(JSON.stringify(redactor.redact(new Endless()))).toContain('[MaxNodes]')
  })

  it('stops at 64 levels and survives 20,000', () => {
    expect(JSON.stringify(redactor.redact(nested(63)))).toContain('leaf')
    expect(JSON.stringify(redactor.redact(nested(20_000)))).toContain('[MaxDepth]')
    const json = `${'[{"a":'.repeat(5000)}1${'}]'.repeat(5000)}`
    expect(JSON.stringify(redactor.redact({ json }))).toContain('[MaxDepth]')
  })

  it('stops at 100,000 values, also in lists that are mostly holes', () => {
    const many = redactor.redact(new Array(1e9)) as unknown[]
    expect(many.length).toBeLessThanOrEqual(100_001)
    expect(many.at(-1)).toBe('[MaxNodes]')
  })

  it('names the place that a cycle goes back to', () => {
    const inner: Record<string, unknown> = {}
    const value = { 'a/b': { inner } }
    inner['up'] = value['a/b']
    inner['top'] = value
    expect(redactor.redact(value)).toEqual({
      'a/b': { inner: { up: '[Circular -> /a~1b]', top: '[Circular -> ]' } },
    })
  })

  it('writes a shared value in full each time', () => {
    const shared = { n: 1 }
    expect(redactor.redact({ a: shared, b: [shared, shared] })).toEqual({
      a: { n: 1 },
      b: [{ n: 1 }, { n: 1 }],
    })
  })

  it('keeps keys that would pollute a prototype as plain fields', () => {
    const value = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')
    const result = redactor.redact(value) as object
    expect(JSON.stringify(result)).toBe(JSON.stringify(value))
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
    expect('polluted' in {}).toBe(false)
  })

  it('gives back fewer fields, not an exception, for a redactor that runs out of stack', () => {
    const recurse = (): unknown => {
      try {
        return recurse()
      } catch {
        return redactor.redact({ a: { b: { c: 1 } } })
      }
    }
    expect(recurse).not.toThrow()
  })
})

describe('a value that JSON has no form for', () => {
  it.each<[string, unknown, unknown]>([
    ['a big integer', 123n, '123n'],
    ['NaN', [Number.NaN, Number.POSITIVE_INFINITY, -0], ['NaN', 'Infinity', -0]],
    ['an absent field', { a: undefined, b: 1 }, { b: 1 }],
    ['an absent item', [undefined, 1], [null, 1]],
    ['holes', Object.assign(new Array(3), { 0: 1, 2: 3 }), [1, null, 3]],
    ['nothing at all', undefined, null],
    ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['a wrong date', new Date(Number.NaN), '[Invalid Date]'],
    ['a function', { f: function work() {} }, { f: '[Function work]' }],
    ['a symbol', { s: Symbol('x'), [Symbol('key')]: 1 }, { s: '[Symbol x]' }],
    ['a regular expression', /a+/g, '/a+/g'],
    ['a URL', new URL('https://h.example/x'), 'https://h.example/x'],
    ['a map', new Map([['a', 1]]), { a: 1 }],
    ['a map with other keys', new Map([[1, 'a']]), [[1, 'a']]],
    ['a set', new Set([1, 'a']), [1, 'a']],
    ['a buffer', Buffer.from('abc'), '[Binary 3 bytes]'],
    ['an array buffer', new ArrayBuffer(8), '[Binary 8 bytes]'],
    ['a typed array', new Float64Array(2), '[Binary 16 bytes]'],
    ['a blob', new Blob(['abc']), '[Binary 3 bytes]'],
    ['a promise', Promise.resolve(1), '[Promise]'],
    ['a weak map', new WeakMap(), '[WeakMap]'],
    ['boxed values', [Object('a'), Object(1), Object(true)], ['a', 1, true]],
    ['repeated parameters', new URLSearchParams('a=1&a=2&b=3'), { a: ['1', '2'], b: '3' }],
  ])('writes %s', (_title, value, expected) => {
    expect(redactor.redact(value)).toEqual(expected)
  })

  it('writes an error with its class, code, causes and own fields', () => {
    class QuotaError extends Error {
      readonly code = 'QUOTA'
      readonly limit = 5
    }
    const error = new QuotaError('too many', { cause: new AggregateError([new TypeError('x')], 'inner') })
    expect(redactor.redact(error)).toMatchObject({
      name: 'QuotaError',
      message: 'too many',
      code: 'QUOTA',
      limit: 5,
      stack: expect.stringContaining('too many'),
      cause: { name: 'AggregateError', message: 'inner', errors: [{ name: 'TypeError', message: 'x' }] },
    })
  })
})

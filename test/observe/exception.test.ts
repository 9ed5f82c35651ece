import { describe, expect, test } from 'vitest'
import { describeException } from '../../src/observe/exception.js'
import { createRedactor } from '../../src/observe/redact/create-redactor.js'

const redactor = createRedactor()
const body = 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'
const told = (thrown: unknown, values?: string[]) => describeException(thrown, redactor, { values })

function chain(length: number, text: (depth: number) => string): Error {
  let error = new Error(text(length - 1))
  for (let depth = length - 2; depth >= 0; depth--) error = new Error(text(depth), { cause: error })
  return error
}

describe('a chain of causes', () => {
  test('keeps the innermost, and says how many are left out', () => {
    const { stacktrace } = told(chain(8, depth => `cause number ${depth}`))
    for (const depth of [0, 1, 2, 3, 7]) expect(stacktrace).toContain(`cause number ${depth}`)
    expect(stacktrace).not.toContain('cause number 5')
    expect(stacktrace).toContain('… 3 more between, left out')
  })

  test('is told whole while it is short', () => {
    const { stacktrace } = told(chain(5, depth => `cause number ${depth}`))
    for (const depth of [0, 1, 2, 3, 4]) expect(stacktrace).toContain(`cause number ${depth}`)
    expect(stacktrace).not.toContain('left out')
  })

  test('keeps the innermost where those around it are long', () => {
    const { stacktrace = '' } = told(chain(9, depth => `number ${depth} ${'of many words '.repeat(900)}`))
    for (const depth of [0, 1, 2, 3, 8]) expect(stacktrace).toContain(`number ${depth}`)
    expect(stacktrace.length).toBeLessThan(9_000)
  })

  test('may be a circle or very long', () => {
    const first = new Error('first')
    first.cause = new Error('second', { cause: first })
    expect(told(first).stacktrace).toContain('second')
    expect(told(chain(900, depth => `number ${depth}`)).stacktrace).toContain('number 899')
  })

  test('says how many errors of an aggregate are left out', () => {
    const inner = new AggregateError([new Error('deep')], 'inner')
    const errors = [
      inner,
      ...Array.from({ length: 9 }, (_, i) => chain(3, depth => `error ${i}, cause ${depth}`)),
    ]
    const { stacktrace } = told(new AggregateError(errors, 'all'))
    expect(stacktrace).toContain('error 2, cause 0')
    expect(stacktrace).toContain('error 2, cause 2')
    expect(stacktrace).toContain('… 6 more errors in aggregate, left out')
    expect(stacktrace).toContain('… 1 errors in that, left out')
  })
})

describe('a long message', () => {
  test.each([
    ['a long word in JSON', `HTTP 500: ${JSON.stringify({ img: 'A'.repeat(3_000) })}`, 'HTTP 500'],
    ['one word behind its name', `HTTP500:${'A'.repeat(3_000)}`, 'HTTP500'],
    ['a script without blanks', '接続できませんでした'.repeat(200), '接続できませんでした'],
  ])('keeps what stands before the cut: %s', (_what, message, kept) => {
    const { message: shown } = told(Object.assign(new Error(message), { code: 'E_BIG' }))
    expect(shown).toContain(kept)
    expect(shown).toContain('[Truncated]')
    expect(shown).toContain('(code E_BIG)')
    expect(shown.length).toBeLessThan(1_400)
  })
})

describe('the code of an error', () => {
  test.each<[what: string, thrown: unknown, message: string]>([
    [
      'a code',
      Object.assign(new Error('no answer'), { code: 'ECONNREFUSED', errno: -111 }),
      'no answer (code ECONNREFUSED)',
    ],
    [
      'a code and a status',
      Object.assign(new Error('no'), { code: 'E_NO', status: 502 }),
      'no (code E_NO, status 502)',
    ],
    ['an errno alone', Object.assign(new Error('no'), { errno: -111 }), 'no (errno -111)'],
    [
      'a code that the message tells',
      Object.assign(new Error('connect EPIPE'), { code: 'EPIPE' }),
      'connect EPIPE',
    ],
    [
      'a status that the message tells',
      Object.assign(new Error('HTTP 502'), { status: 502, statusCode: 502 }),
      'HTTP 502',
    ],
    ['an object', { message: 'no answer', code: 'E_NO' }, 'no answer (code E_NO)'],
    ['an object without a message', { code: 'E_NO' }, 'an object was thrown (code E_NO)'],
    ['a sentence for a code', Object.assign(new Error('no'), { code: 'what went wrong' }), 'no'],
    ['a code like a secret', Object.assign(new Error('no'), { code: 'Zq9wKd7LmPx3Vt5R' }), 'no'],
    ['a token for a code', Object.assign(new Error('no'), { code: `ghp_${body}` }), 'no'],
    ['an object for a code', Object.assign(new Error('no'), { code: { toString: () => 'x' } }), 'no'],
  ])('is told where the message does not: %s', (_what, thrown, message) => {
    expect(told(thrown).message).toBe(message)
  })

  test('is told in the stack, of a cause as well', () => {
    const cause = Object.assign(new Error('no $& answer'), { code: 'E_INNER' })
    const { stacktrace } = told(Object.assign(new Error('no', { cause }), { code: 'E_OUTER' }))
    expect(stacktrace).toMatch(/^Error: no \(code E_OUTER\)\n {4}at /)
    expect(stacktrace).toContain('Caused by: Error: no $& answer (code E_INNER)\n')
  })

  test('is never a getter nor a declared value', () => {
    const thrown = Object.defineProperty(new Error('no'), 'code', { get: () => 'E_READ' })
    expect(told(thrown).message).toBe('no')
    expect(told(Object.assign(new Error('no'), { code: 'E_4821' }), ['4821']).message).not.toContain('4821')
  })
})

describe('a message that says nothing', () => {
  const refused = (port: number) =>
    Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:${port}`), { code: 'ECONNREFUSED' })

  test.each<[what: string, thrown: unknown, message: string]>([
    [
      'a failed fetch',
      new TypeError('fetch failed', { cause: refused(9) }),
      'fetch failed: connect ECONNREFUSED 127.0.0.1:9',
    ],
    [
      'a failed fetch of two addresses',
      new TypeError('fetch failed', { cause: new AggregateError([refused(9), refused(7)]) }),
      'fetch failed: connect ECONNREFUSED 127.0.0.1:9',
    ],
    [
      'two addresses',
      Object.assign(new AggregateError([refused(9), refused(7)]), { code: 'ECONNREFUSED' }),
      'connect ECONNREFUSED 127.0.0.1:9',
    ],
    ['no cause', new TypeError('fetch failed'), 'fetch failed'],
    [
      'a long cause',
      new TypeError('fetch failed', { cause: new Error('so long '.repeat(50)) }),
      'fetch failed',
    ],
    ['words of its author', new Error('no weather today', { cause: refused(9) }), 'no weather today'],
  ])('tells the innermost cause, and only then: %s', (_what, thrown, message) => {
    expect(told(thrown).message).toBe(message)
  })

  test('tells no secret of its cause', () => {
    const cause = new Error(`401 for ghp_${body} and 4821`)
    expect(told(new TypeError('fetch failed', { cause }), ['4821']).message).not.toMatch(/ghp_|4821/)
  })

  test('is told though its causes cannot be read', () => {
    const cause = Object.defineProperty(new Error('inner'), 'cause', {
      get() {
        throw new Error('do not read me')
      },
    })
    expect(told(new TypeError('fetch failed', { cause })).message).toBe('fetch failed: inner')
  })
})

describe('the name of a class', () => {
  test.each(['E4821', 'E482', 'Pin482Error', 'UserAnnaError', `Eghp_${body}`, `ghp_${body}`])(
    'that holds a declared value or a token is not told: %s',
    name => {
      const Named = { [name]: class extends Error {} }[name] ?? Error
      expect(told(new Named('no'), ['4821', '482', 'Anna']).type).toBe('_OTHER')
    },
  )

  test.each(['RateLimitError', 'Http2Error', 'E1', 'PasswordExpiredError', 'TokenIsWrongError2'])(
    'is told: %s',
    name => {
      const Named = { [name]: class extends Error {} }[name] ?? Error
      expect(told(new Named('no'), ['4821', '482', 'Anna']).type).toBe(name)
    },
  )
})

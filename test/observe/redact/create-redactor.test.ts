import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../../src/observe/redact/create-redactor.js'

const token = 'ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'

describe('further keys', () => {
  const redactor = createRedactor({ keys: ['employeeNumber', 'diagnosis'] })

  it.each(['employeeNumber', 'employee_number', 'EMPLOYEE-NUMBER', 'lastEmployeeNumber'])('match %s', key => {
    expect(redactor.redact({ [key]: 4711 })).toEqual({ [key]: '[REDACTED:key:employee-number]' })
  })

  it('hold in text too', () => {
    expect(redactor.redactText('diagnosis=flu3, page=2')).toBe('diagnosis=[REDACTED:assignment], page=2')
  })

  it('match whole words only', () => {
    expect(redactor.redact({ diagnosist: 'x', number: 1 })).toEqual({ diagnosist: 'x', number: 1 })
  })
})

describe('further patterns', () => {
  it('are replaced wherever they match', () => {
    const redactor = createRedactor({ patterns: [/CUST-\d{4}/, /case-[a-z]+/i] })
    expect(redactor.redact(['CUST-1234 and CUST-5678', 'CASE-abc'])).toEqual([
      '[REDACTED:pattern] and [REDACTED:pattern]',
      '[REDACTED:pattern]',
    ])
  })

  it.each([/(a+)+/, /(?:a*)*b/, /([a-z]+\s?)+$/, /((ab)+c)*/, /(x{2,}){3,}/, /(a|b+)*/])(
    'refuse %s',
    pattern => {
      expect(() => createRedactor({ patterns: [pattern] })).toThrow(
        new TypeError(
          `Pattern ${pattern} repeats a group that itself repeats, which can take exponential time.`,
        ),
      )
    },
  )

  it.each([/(a|a)+$/, /(?:a|ab|b)+c/, /a*a*a*a*b/, /\s*\w*\s*\w*\s*x/, /(?:foo|foo)+!/])(
    'refuse %s',
    pattern => {
      expect(() => createRedactor({ patterns: [pattern] })).toThrow(/takes too long on text that repeats/)
    },
  )

  it('are stopped on a text that was made to be slow, which is then taken out whole', () => {
    const redactor = createRedactor({ patterns: [/[A-Z]+-\d/] })
    const start = performance.now()
    expect(redactor.redactText('A'.repeat(500_000))).toBe('[REDACTED:pattern]')
    expect(performance.now() - start).toBeLessThan(2_000)
    expect(redactor.redactText(`${'some words '.repeat(50_000)}AB-1`)).toMatch(/words \[REDACTED:pattern\]$/)
  })

  it.each([/(abc)+/, /a+b+/, /[(a+)+]/, /\(a+\)+/, /(?:a{1,3})+/, /(a+)/, /\w+\s+\w+@\w+/, /(?:foo|far)+/])(
    'accept %s',
    pattern => {
      expect(() => createRedactor({ patterns: [pattern] })).not.toThrow()
    },
  )

  it('refuse what is no pattern', () => {
    expect(() => createRedactor({ patterns: ['a' as unknown as RegExp] })).toThrow(
      'Each entry of `patterns` must be a RegExp, but one is a string.',
    )
  })

  it('do not hang on a pattern that matches nothing, and keep no state', () => {
    const redactor = createRedactor({ patterns: [/x*/, /b/gy] })
    expect(redactor.redactText('abxb')).toBe('a[REDACTED:pattern][REDACTED:pattern][REDACTED:pattern]')
    expect(redactor.redactText('b')).toBe('[REDACTED:pattern]')
  })
})

describe('personal data', () => {
  const text = 'ada@example.com, +1 (555) 010-9999, 192.168.0.10, 2001:db8:0:0:1:0:0:1'

  it('stays by default', () => {
    expect(createRedactor().redactText(text)).toBe(text)
  })

  it('is taken out on request', () => {
    expect(createRedactor({ pii: true }).redactText(text)).toBe(
      '[REDACTED:email], [REDACTED:telephone], [REDACTED:ip], [REDACTED:ip]',
    )
  })

  it.each([
    ['mail ada.l+x@mail.example.co.uk now', 'mail [REDACTED:email] now'],
    ['+441632960961', '[REDACTED:telephone]'],
    ['10.0.0.1:8080', '[REDACTED:ip]:8080'],
    ['from 2001:db8::1 and fe80::1ff:fe23:4567:890a', 'from [REDACTED:ip] and [REDACTED:ip]'],
  ])('is taken out of %j', (given, expected) => {
    expect(createRedactor({ pii: true }).redactText(given)).toBe(expected)
  })

  it.each([
    'v1.2.3 of 2024-01-02 at 12:34:56, 10.5.3',
    'git@github.com:o/r.git',
    '@scope/pkg@1.2.3',
    'user@host',
    'aa:bb:cc:dd:ee:ff',
    'std::vector a::b',
    '550e8400-e29b-41d4-a716-446655440000',
  ])('is not seen in %j', other => {
    expect(createRedactor({ pii: true }).redactText(other)).toBe(other)
  })
})

describe('the replacement', () => {
  it('may be a text or a function of the rule', () => {
    const value = { password: 'x', note: token, url: 'https://a:b@h/' }
    expect(createRedactor({ replacement: '***' }).redact(value)).toEqual({
      password: '***',
      note: '***',
      url: 'https://***@h/',
    })
    expect(createRedactor({ replacement: rule => `<${rule}>` }).redact(value)).toEqual({
      password: '<key:password>',
      note: '<github-token>',
      url: 'https://<url-credentials>@h/',
    })
  })

  it('is recognised again', () => {
    for (const replacement of ['***', '<secret>', (rule: string) => `{{${rule}}}`]) {
      const redactor = createRedactor({ replacement })
      const once = redactor.redact({
        a: `password=hunter2hunter2 ${token}`,
        apiKey: 'x',
        u: 'https://h/?token=abc',
      })
      expect(redactor.redact(once)).toEqual(once)
    }
  })

  it('falls back to the rule when the function throws', () => {
    const replacement = () => {
      throw new Error('no')
    }
    expect(createRedactor({ replacement }).redact({ password: 'x' })).toEqual({
      password: '[REDACTED:key:password]',
    })
  })
})

describe('explain', () => {
  it('lists rules and places, never values', () => {
    const value = {
      user: { password: 'hunter2hunter2' },
      list: [{ 'a/b': `x ${token}` }],
      body: JSON.stringify({ deep: { apiKey: 'hunter2hunter2' } }),
      [token]: 1,
    }
    expect(createRedactor().explain(value)).toEqual([
      { rule: 'key:password', pointer: '/user/password' },
      { rule: 'github-token', pointer: '/list/0/a~1b' },
      { rule: 'key:api-key', pointer: '/body' },
      { rule: 'github-token', pointer: '' },
    ])
  })

  it('lists nothing for what is redacted already', () => {
    const redactor = createRedactor()
    const once = redactor.redact({ password: 'x', note: token, text: 'password=hunter2hunter2' })
    expect(redactor.explain(once)).toEqual([])
  })
})

describe('redactText', () => {
  const redactor = createRedactor()

  it('gives the same text when there is no secret', () => {
    for (const text of ['', 'fetch page', 'execute_tool get_weather', '{"a": 1}', '[INFO] started']) {
      expect(redactor.redactText(text)).toBe(text)
    }
  })

  it('opens JSON', () => {
    expect(redactor.redactText('[["authorization","Custom abc"]]')).toBe(
      '[["authorization","[REDACTED:key:authorization]"]]',
    )
  })

  it('does not throw for what is no text', () => {
    for (const value of [undefined, null, 5, {}, Symbol('x')]) {
      expect(() => redactor.redactText(value as unknown as string)).not.toThrow()
    }
  })

  it('costs well under a microsecond for a short ordinary text', () => {
    const runs = 200_000
    const time = () => {
      const start = performance.now()
      for (let run = 0; run < runs; run++) redactor.redactText('fetch page')
      return performance.now() - start
    }
    time()
    expect((Math.min(time(), time(), time()) / runs) * 1000).toBeLessThan(0.5)
  })
})

describe('a text of few kinds of characters', () => {
  const redactor = createRedactor()

  it.each([
    ['a vendor token of small letters alone', 'see dapiabcdefghijklmnopqrst there', 'databricks-token'],
    [
      'a webhook of small letters alone',
      'https://discord.com/api/webhooks/abcdefghijklmnopqrstuv',
      'webhook',
    ],
    ['a token in a text longer than is read at once', `${'é '.repeat(3_000)}${token}`, 'github-token'],
    ['a value stated in capitals', 'THE PASSWORD IS hunter2hunter2', 'prose'],
  ])('is searched for %s', (_, text, rule) => {
    expect(redactor.redactText(text)).toContain(`[REDACTED:${rule}]`)
  })
})

describe('the cost of a payload of 2 KB', () => {
  it('is far below a millisecond', () => {
    const redactor = createRedactor()
    const rows = Array.from({ length: 20 }, (_, id) => ({
      id,
      name: `Item ${id}`,
      note: 'some words: and marks, as usual',
    }))
    const payload = {
      rows,
      headers: { authorization: 'Bearer hunter2hunter2' },
      url: 'https://h.example/x?page=2',
    }
    const times = Array.from({ length: 1000 }, () => {
      const start = performance.now()
      redactor.redact(payload)
      return performance.now() - start
    })
    expect(times.slice(500).sort((a, b) => a - b)[250]).toBeLessThan(0.5)
  })
})

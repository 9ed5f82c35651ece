import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../../src/observe/redact/create-redactor.js'

const redactor = createRedactor()
const token = 'ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'

describe('a budget', () => {
  it('changes nothing while it is enough', () => {
    const value = { a: 'text', list: [1, 2, 3], b: { c: null } }
    expect(redactor.redact(value, { budget: 1000 })).toEqual(value)
  })

  it('stops the walk and says so in lists and objects', () => {
    const list = Array.from({ length: 1000 }, (_, index) => `entry ${index}`)
    const result = redactor.redact({ list, after: 'x' }, { budget: 60 }) as { list: string[] }
    expect(result.list.length).toBeLessThan(10)
    expect(result.list.at(-1)).toBe('[Truncated]')
    expect(result).toHaveProperty('[Truncated]', '[Truncated]')
    expect(result).not.toHaveProperty('after')
  })

  it('does not read what it drops', () => {
    const read: number[] = []
    const list = Array.from({ length: 1000 }, (_, index) => ({
      toJSON: () => {
        read.push(index)
        return 'a text of thirty characters...'
      },
    }))
    redactor.redact(list, { budget: 100 })
    expect(read.length).toBeLessThan(6)
  })

  it('cuts a long text at a boundary', () => {
    expect(redactor.redact('one two three four', { budget: 10 })).toBe('one two [Truncated]')
  })

  it('drops a long text without a boundary whole', () => {
    expect(redactor.redact({ a: 'x'.repeat(10_000) }, { budget: 5000 })).toEqual({ a: '[Truncated]' })
  })

  it.each([
    ['behind a quote', `HTTP 500: {"img":"${'A'.repeat(3_000)}"}`, 'HTTP 500: {"img": [Truncated]'],
    ['behind a colon', `Failed:${'A'.repeat(3_000)}`, 'Failed [Truncated]'],
    [
      'behind many words',
      `${'some words '.repeat(40)}${'A'.repeat(3_000)}`,
      `${'some words '.repeat(40)}[Truncated]`,
    ],
  ])('keeps what stands before a long word: %s', (_title, text, kept) => {
    expect(redactor.redact(text, { budget: 1_000 })).toBe(kept)
  })

  it('cuts a text between two letters where its script has no blanks', () => {
    const text = '接続できませんでした'.repeat(200)
    expect(redactor.redact(text, { budget: 1_000 })).toBe(`${text.slice(0, 1_000)} [Truncated]`)
  })

  it.each([
    ['a token', `see:${token.repeat(40)}`],
    ['a password', `password:${'Zq9wKd7LmPx3'.repeat(300)}`],
    ['credentials', `postgres://ada:${'Zq9wKd7LmPx3'.repeat(100)}@db.example/x`],
    [
      'base64',
      `body:${Buffer.from(JSON.stringify({ password: 'Zq9wKd7LmPx3'.repeat(300) })).toString('base64')}`,
    ],
    ['a value known in the call', `id:${'swordfish'.repeat(400)}`],
  ])('leaves no part of %s that is one long word, wherever it cuts', (_title, text) => {
    for (let budget = 1; budget < 1_200; budget += 7) {
      const result = JSON.stringify(redactor.redact(text, { budget, values: ['swordfish'.repeat(400)] }))
      expect(result).not.toMatch(/ghp_|A1b2|Zq9w|swordfish|eyJ|UGFz/)
    }
  })

  it.each([
    ['a token', `${'word '.repeat(10)}${token} and more`],
    ['a card', `${'word '.repeat(10)}4111 1111 1111 1111 and more`],
    ['a password', `${'word '.repeat(10)}password="correct horse battery" and more`],
    [
      'a key',
      `${'word '.repeat(10)}-----BEGIN PRIVATE KEY-----\nMIIE abcd efgh\n-----END PRIVATE KEY----- more`,
    ],
    ['a header', `${'word '.repeat(10)}Cookie: a=correct; b=horse; c=battery\nmore`],
    ['JSON', `{"list":["word word word word word"],"password":{"value":"correct horse battery"},"z":1} `],
  ])('leaves no part of %s, wherever it cuts', (_title, text) => {
    for (let budget = 1; budget < text.length; budget++) {
      const result = JSON.stringify(redactor.redact(text, { budget }))
      expect(result).not.toMatch(/ghp_|A1b2|4111|correct|horse|battery|MIIE|abcd|efgh/)
    }
  })

  it('leaves no part of a value known in the call, wherever it cuts', () => {
    const values = ['blue canary in the outlet']
    const text = 'the song is called blue canary in the outlet by the light switch'
    for (let budget = 1; budget < text.length; budget++) {
      expect(redactor.redact(text, { budget, values })).not.toMatch(/blue|canary|outlet/)
    }
  })

  it('bounds the size of any result', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 0, max: 300 }), (value, budget) => {
        const size = JSON.stringify(redactor.redact(value, { budget })).length
        expect(size).toBeLessThan(budget * 2 + 400)
      }),
    )
  })
})

describe('the cost under a budget', () => {
  const paragraph = 'lorem ipsum dolor sit amet, consectetur adipiscing elit; '
  const outputs: [string, unknown][] = [
    ['one text', { out: paragraph.repeat(90_000) }],
    ['one word', { out: 'x'.repeat(5_000_000) }],
    ['many rows', { rows: Array.from({ length: 50_000 }, (_, id) => ({ id, text: paragraph.repeat(2) })) }],
  ]

  it.each(outputs)('is well under 1 ms for 5 MB of %s', (_title, value) => {
    for (let warm = 0; warm < 200; warm++) redactor.redact(value, { budget: 4096 })
    const times = Array.from({ length: 51 }, () => {
      const start = performance.now()
      redactor.redact(value, { budget: 4096 })
      return performance.now() - start
    })
    expect(times.sort((a, b) => a - b)[25]).toBeLessThan(1)
  })
})

import { createTool } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createRedactor } from '../../src/observe/redact/create-redactor.js'
import { scrubIssues } from '../../src/runtime/scrub-issues.js'
import { toldOf } from './support/told-of.js'

const long = `the quick brown fox keeps the launch code ${'swordfish '.repeat(60)}in a drawer`

/** How a message may spell the value it refuses, and the part of it that must not be told. */
const spellings: [how: string, value: unknown, spell: (value: never) => string, hidden: string][] = [
  ['bare', 'hunter2hunter', (value: string) => `no ${value} here`, 'hunter2'],
  ['in capitals', 'hunter2hunter', (value: string) => value.toUpperCase(), 'hunter2'],
  ['in small letters', 'HUNTER2Hunter', (value: string) => `"${value.toLowerCase()}"`, 'hunter2'],
  ['trimmed', '  hunter2hunter\n', (value: string) => value.trim(), 'hunter2'],
  ['as JSON', 'say "hunter2"\n\tto C:\\hunter2', (value: string) => JSON.stringify(value), 'hunter2'],
  [
    'with escaped quotes alone',
    'say "hunter2"\nto me',
    (value: string) => `"${value.replaceAll('"', '\\"')}"`,
    'hunter2',
  ],
  [
    'in single quotes, escaped',
    "it's hunter2\nhere",
    (value: string) => `'${value.replaceAll("'", "\\'")}'`,
    'hunter2',
  ],
  ['cut, in quotes', 'hunter2hunter and so on', (value: string) => `"${value.slice(0, 10)}..."`, 'hunter2'],
  [
    'cut, in quotes and in capitals',
    'hunter2hunter and so on',
    (value: string) => `"${value.slice(0, 10).toUpperCase()}…"`,
    'hunter2',
  ],
  [
    'cut, as JSON',
    'say "hunter2" to nobody',
    (value: string) => `${JSON.stringify(value).slice(0, 15)}..."`,
    'hunter2',
  ],
  [
    'cut, without quotes',
    'hunter2hunter and so on',
    (value: string) => `no ${value.slice(0, 10)}… here`,
    'hunter2',
  ],
  ['long and cut, in quotes', long, (value: string) => `"${value.slice(0, 400)}..."`, 'swordfish'],
  ['long and cut, without quotes', long, (value: string) => `no ${value.slice(0, 400)}...`, 'swordfish'],
  ['inside a URL', 'hunter2 hunter', (value: string) => `no /users/${encodeURIComponent(value)}`, 'hunter2'],
  ['as part of an object', { user: { pin: 'hunter2' } }, (value: object) => JSON.stringify(value), 'hunter2'],
  [
    'as an indented object',
    { user: { pin: 'hunter2' } },
    (value: object) => JSON.stringify(value, null, 2),
    'hunter2',
  ],
  ['as a list', ['a', 'hunter2hunter'], (value: string[]) => value.join(', '), 'hunter2'],
  ['as a number', 4815.1623, (value: number) => `got ${value}, not more`, '4815'],
  ['as a number that ends a sentence', 4815, (value: number) => `got ${value}.`, '4815'],
  ['as a short number that ends a sentence', 481, (value: number) => `got ${value}.`, '481'],
  ['as a short word that ends a sentence', 'qx7', (value: string) => `got ${value}.`, 'qx7'],
  ['as a rounded number', 4815.1623, (value: number) => `got ${value.toFixed(1)}`, '4815'],
  ['as a grouped number', 4815162342, (value: number) => `got ${value.toLocaleString('en')}`, '4,815,162'],
  ['as a negative number', -4815, (value: number) => `got ${value}`, '4815'],
  ['as a bigint', 481n, (value: bigint) => `got ${value}n`, '481'],
  [
    'as a date',
    new Date('1984-04-02T03:04:05.678Z'),
    (value: Date) => `got ${value.toISOString()}`,
    '1984-04-02',
  ],
  [
    'as a day',
    new Date('1984-04-02T03:04:05.678Z'),
    (value: Date) => `got ${value.toISOString().slice(0, 10)}`,
    '1984-04-02',
  ],
  [
    'as a map',
    new Map([['pin', 'hunter2']]),
    (value: Map<string, string>) => `got ${value.get('pin')}`,
    'hunter2',
  ],
  ['glued behind a word', 4821, (value: number) => `id${value} unknown`, '4821'],
  ['glued before a word', 4821, (value: number) => `${value}USD is too much`, '4821'],
  ['glued within a word', '4821', (value: string) => `pin4821x, not ${value.length} digits`, '4821'],
  ['glued to digits', '4821', (value: string) => `no order 90${value}`, '4821'],
  ['as an age glued to its unit', 42, (value: number) => `${value}years is too old`, '42'],
  ['glued to a word and cut', 'hunter2hunter', (value: string) => `no user${value.slice(0, 9)}…`, 'hunter2'],
  ['as a name glued to a word', 'anna', (value: string) => `no user_id${value} here`, 'anna'],
  ['in hex', 'hunter2', (value: string) => `got ${Buffer.from(value).toString('hex')}`, '68756e74'],
  ['in hex behind 0x', '4821', (value: string) => `0x${Buffer.from(value).toString('hex')}`, '34383231'],
  [
    'in hex glued to a word',
    '4821',
    (value: string) => `id${Buffer.from(value).toString('hex')}`,
    '34383231',
  ],
  ['as a number in hex', 48151623, (value: number) => `got 0x${value.toString(16)}`, '2debc47'],
  ['in base64', 'hunter2', (value: string) => `got ${Buffer.from(value).toString('base64')}`, 'ahvudgvy'],
  ['in base64, short', 4821, (value: number) => `got ${Buffer.from(`${value}`).toString('base64')}`, 'ndgy'],
  [
    'in the base64 of more',
    'hunter2',
    (value: string) => `got ${Buffer.from(`ada:${value}`).toString('base64url')}`,
    Buffer.from('ada:hunter2').toString('base64url').slice(4, 9).toLowerCase(),
  ],
  ['as a word of any message, in quotes', 'email', (value: string) => `got "${value}"`, '"email"'],
  [
    'behind a getter',
    {
      get pin() {
        return 'hunter2'
      },
    },
    (value: { pin: string }) => `got ${value.pin}`,
    'hunter2',
  ],
]

describe.each(spellings)('a message that quotes the value %s', (_how, value, spell, hidden) => {
  test('is told to nobody with it', async () => {
    const schema = z.object({
      field: z.any().refine(() => false, { error: issue => spell(issue.input as never) }),
    })
    const told = await toldOf(schema, { field: value })
    expect(told.outcome).toBe('input_invalid')
    expect(told.message).toContain('field')
    expect(told.everyone.toLowerCase()).not.toContain(hidden)
  })
})

describe('a message about a large input', () => {
  test('is told to nobody with the value, however many values there are', async () => {
    const rows = Array.from({ length: 5_000 }, (_, i) => `row-number-${i}`)
    const row = z.string().refine(value => value !== 'row-number-0' && value !== 'row-number-4999', {
      error: issue => `no ${issue.input}`,
    })
    const told = await toldOf(z.object({ rows: z.array(row) }), { rows })
    expect(told.outcome).toBe('input_invalid')
    expect(told.message).toContain('rows[0]')
    expect(told.everyone).not.toContain('row-number-')
  })
})

describe('a message about a huge input', () => {
  const pin = z
    .string()
    .refine(() => false, { error: issue => `no ${String(issue.input).slice(0, 40)} here` })
  const huge: [what: string, schema: z.ZodType, value: unknown][] = [
    ['text', pin, 'swordfish '.repeat(5_000_000)],
    ['list of texts', z.array(pin), Array.from({ length: 3_000 }, (_, i) => `swordfish-${i}`.repeat(1_000))],
    ['list', z.array(z.string()).max(3), Array.from({ length: 3_000_000 }, () => 'swordfish')],
    ['list of bytes', z.any().refine(() => false, 'no'), new Uint8Array(20_000_000)],
    [
      'number',
      z.bigint().refine(() => false, { error: issue => `${issue.input}`.slice(0, 9) }),
      7n ** 9_000n,
    ],
  ]

  test.each(huge)('takes no long time and tells no value: a %s', async (_what, field, value) => {
    const issues = [{ path: ['field'], message: 'no swordfish here' }]
    const schema = z.object({ field })
    const redactor = createRedactor()
    const start = performance.now()
    const scrubbed = scrubIssues(issues, { field: value }, schema, redactor)
    expect(performance.now() - start).toBeLessThan(100)
    expect(scrubbed).toEqual([{ path: 'field', message: 'is invalid' }])
  })

  test('keeps the words that are of the schema alone', async () => {
    const told = await toldOf(z.object({ pin: z.string().max(5) }), { pin: 'swordfish '.repeat(100_000) })
    expect(told.message).toContain('pin: Too big: expected string to have <=5 characters')
    expect(told.everyone).not.toContain('swordfish')
  })

  test('takes time in proportion to the input below that', () => {
    const schema = z.object({ words: z.array(z.string()) })
    const words = Array.from({ length: 10_000 }, (_, i) => `word-${i * 7_919}`)
    const issues = words.map(word => ({
      path: ['words'],
      message: `the word ${word} is of no use to anyone`,
    }))
    const start = performance.now()
    const scrubbed = scrubIssues(issues, { words }, schema, createRedactor())
    expect(performance.now() - start).toBeLessThan(1_000)
    expect(JSON.stringify(scrubbed)).not.toContain('word-')
  })
})

describe('long messages about a large input', () => {
  test('take a bounded time together', () => {
    const noise = (seed: number) =>
      Array.from({ length: 130 }, (_, i) => ((i + seed) * 7_919 + 1e6).toString(36))
    const value = Array.from({ length: 120 }, (_, i) => noise(i * 977).join(' ')).join(' ')
    const issues = Array.from({ length: 100 }, (_, i) => ({
      path: [],
      message: noise(i * 31 + 5e8).join(' '),
    }))
    const start = performance.now()
    scrubIssues(issues, value.slice(0, 128 * 1024), z.string(), createRedactor())
    expect(performance.now() - start).toBeLessThan(3_000)
  })
})

describe('very many failures', () => {
  test('are told in a text that stays short, and each in the list of issues', async () => {
    const rows = Array.from({ length: 5_000 }, (_, i) => `row-number-${i}`)
    const schema = z.object({
      rows: z.array(z.string().refine(() => false, { error: issue => `no ${issue.input}` })),
    })
    const tool = createTool({
      id: 'form',
      description: 'Form',
      inputSchema: schema,
      execute: async () => 'ran',
    })
    const t = createTestRuntime({ tools: [tool] })
    const result = await t.call('form', { rows })
    expect(result.error?.issues).toHaveLength(5_000)
    expect(t.span('execute_tool form').statusMessage?.length).toBeLessThan(5_000)
    expect(result.error?.message).toContain('and 4950 more')
    expect(JSON.stringify({ ...result.error, modelMessage: undefined })).not.toContain('row-number-')
  })
})

describe('a path', () => {
  test('names items by their number, and no key that only the caller chose', async () => {
    const schema = z.object({ pins: z.record(z.string(), z.array(z.string())) })
    const told = await toldOf(schema, { pins: { 4815162342: ['a', 7] } })
    expect(told.message).toContain('- pins.[key][1]: ')
    expect(told.everyone).not.toContain('4815162342')
  })

  test('is written the same for a JSON Schema, whose paths are texts', async () => {
    const schema = { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } }
    const told = await toldOf(schema, { 4815162342: ['a', 7] })
    expect(told.message).toContain('- [key][1]: must be string')
    expect(told.everyone).not.toContain('4815162342')
  })
})

describe('the words of the schema', () => {
  test('stay readable where the value is one of them', async () => {
    const schema = z.object({ unit: z.enum(['celsius', 'kelvin']), city: z.string().min(5) })
    const told = await toldOf(schema, { unit: 'city', city: 'unit' })
    expect(told.message).toContain('unit')
    expect(told.message).toContain('city')
    expect(told.message).toContain('"celsius"|"kelvin"')
  })

  test('stay readable where the value is a word of them that stands in quotes', async () => {
    const schema = z.object({ by: z.enum(['email', 'phone']), also: z.enum(['email']) })
    const told = await toldOf(schema, { by: 'sms', also: 'email' })
    expect(told.message).toContain('"email"|"phone"')
  })

  test('stay readable where other values stand in parts of them', async () => {
    const schema = z.object({ at: z.ipv4(), code: z.base64(), size: z.number().max(64) })
    const told = await toldOf(schema, { at: '4', code: '64', size: 100 })
    expect(told.message).toContain('at: Invalid IPv4 address')
    expect(told.message).toContain('code: Invalid base64-encoded string')
    expect(told.message).toContain('<=64')
  })

  test('stay readable where the value is a letter or a digit of them', async () => {
    const told = await toldOf(z.object({ name: z.string().min(12), age: z.string() }), { name: 'a', age: 1 })
    expect(told.message).toContain('expected string to have >=12 characters')
    expect(told.message).toContain('age: Invalid input: expected string, received number')
  })
})

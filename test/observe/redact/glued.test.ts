import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../../src/observe/redact/create-redactor.js'

const body = 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'
const github = `ghp_${body}`
const redactor = createRedactor()

/** Tokens whose prefix and length are like nothing else. */
const unmistakable = [
  github,
  `gho_${body}`,
  `github_pat_${body}_${body}`,
  `glpat-${body.slice(0, 20)}`,
  `xoxb-2345678901-${body}`,
  `sk-ant-api03-${body}`,
  `sk_live_${body}`,
  `npm_${body}`,
  `AIza${body.slice(0, 35)}`,
  'AKIAIOSFODNN7EXAMPLE',
]

/** Text after a value that nothing but the value stood before. */
const tails: [what: string, tail: string, needle: string][] = [
  ['a vendor token', github, body],
  ['a short vendor token', `hf_${body}`, body],
  ['a key with an ambiguous prefix', `sk-${body}`, body],
  ['a token behind its scheme', 'Bearer aB3dE5fG7hJ9kL1m', 'aB3dE5fG7hJ9kL1m'],
  ['a password by its name', 'password=hunter2hunter2', 'hunter2'],
  ['a card number', '4111111111111111', '41111111'],
]

describe.each(tails)('%s glued to a known value', (_what, tail, needle) => {
  it.each([
    ['declared for the call', { redactor, values: ['4821'] }],
    ['registered', { redactor: createRedactor({ secrets: ['4821'] }), values: undefined }],
    [
      'found by a pattern of the user',
      { redactor: createRedactor({ patterns: [/4821/] }), values: undefined },
    ],
    ['masked by a word', { redactor: createRedactor({ replacement: 'GONE' }), values: ['4821'] }],
  ])('is taken out with the value %s', (_how, { redactor, values }) => {
    const text = `got 4821${tail} there`
    const once = redactor.redactText(text, { values })
    expect(once).not.toContain(needle)
    expect(once).not.toContain('4821')
    expect(once).toMatch(/^got .* there$/)
    expect(redactor.redactText(once, { values })).toBe(once)
    expect(JSON.stringify(redactor.redact({ a: [text] }, { values }))).not.toContain(needle)
    expect(redactor.redact(text, { values, budget: text.length - 6 })).not.toContain(needle.slice(0, 6))
  })
})

describe('a token of unmistakable shape', () => {
  it.each(unmistakable)('is taken out right behind a letter or a digit: %s', token => {
    for (const before of ['x', 'X', '4821', 'https://h.example/x', '"id', 'é'])
      expect(redactor.redactText(`see ${before}${token} there`)).toMatch(/^see .*\[REDACTED:[\w-]+\] there$/)
  })

  it('leaves nothing of a short known value in front of it', () => {
    const once = redactor.redactText(`pin 482${github}`, { values: ['482'] })
    expect(once).not.toMatch(/482|ghp_/)
    expect(redactor.redactText(once, { values: ['482'] })).toBe(once)
  })
})

describe('a short prefix inside a word', () => {
  it.each([
    'task-0123456789abcdef0123',
    'disk-admin-console-of-the-second-floor-2024-edition',
    'desk-proj-for-the-launch-in-2026-with-many-words-behind',
    'monkey-0123456789abcdef0123',
    'half_0123456789abcdef0123',
    'rough_and_ready_for_the_very_long_name_of_it',
    'xghp_short',
  ])('is no token: %s', text => {
    expect(redactor.redactText(`see ${text} there`)).toBe(`see ${text} there`)
  })
})

describe('redacting twice', () => {
  it('changes nothing, whatever stands beside a known value', () => {
    const pieces = [
      '4821',
      '482',
      github,
      `hf_${body}`,
      'a',
      ' ',
      '.',
      ':',
      '-',
      'password=',
      'x',
      '4111111111111111',
    ]
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map(parts => parts.join(''))
    fc.assert(
      fc.property(text, given => {
        const known = createRedactor({ secrets: ['4821'] })
        const once = known.redactText(given, { values: ['482'] })
        expect(known.redactText(once, { values: ['482'] })).toBe(once)
        expect(once).not.toMatch(/4821|ghp_/)
      }),
      { numRuns: 1_000, seed: 20_260_102 },
    )
  })
})

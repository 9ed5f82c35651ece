import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { terminalSafe } from '../../src/cli/redact/terminal-safe.js'
import { textBlocks } from '../../src/cli/redact/text-blocks.js'
import { runCli } from './support/run-cli.js'
import { temporaryDirectory } from './support/temporary-directory.js'

const secret = 'hunter2hunter2'
const token = 'ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'
const key = `-----BEGIN PRIVATE KEY-----\n${'MIIEowIBAAKCAQEA7bq\n'.repeat(20)}-----END PRIVATE KEY-----\n`

async function redact(stdin: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(['redact', ...args], { stdin })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

describe('toolspan redact', () => {
  test('takes secrets out of text and leaves the rest as it was', async () => {
    const text = `start\r\npassword=${secret} ok\n\n  uses ${token}\nno line break at the end`
    expect(await redact(text)).toBe(
      'start\r\npassword=[REDACTED:assignment] ok\n\n  uses [REDACTED:github-token]\nno line break at the end',
    )
  })

  test('writes JSON for JSON, in the layout it had', async () => {
    const value = { user: 'ada', password: { value: secret } }
    const redacted = { user: 'ada', password: '[REDACTED:key:password]' }
    for (const indent of [0, 2, '\t'])
      expect(await redact(`${JSON.stringify(value, null, indent)}\n`)).toBe(
        `${JSON.stringify(redacted, null, indent)}\n`,
      )
    expect(await redact('{"a": 1,  "b": [true]}\n')).toBe('{"a": 1,  "b": [true]}\n')
  })

  test('writes one line of JSON for one, also between lines of text', async () => {
    const lines = ['{"a":1}', `{"apiKey":"${secret}","b":"\\u001b[31m"}`, 'text', `[["cookie","${secret}"]]`]
    const expected = ['{"a":1}', '{"apiKey":"[REDACTED:key:api-key]","b":"\\u001b[31m"}', 'text']
    expect((await redact(`${lines.join('\n')}\n`)).split('\n').slice(0, 3)).toEqual(expected)
    expect(await redact(lines.join('\n'))).not.toContain(secret)
  })

  test('reads a file, and says which one it cannot read', async () => {
    const cwd = temporaryDirectory()
    writeFileSync(join(cwd, 'app.log'), `token: ${token}\n`)
    expect((await runCli(['redact', 'app.log'], { cwd })).stdout).toBe('token: [REDACTED:github-token]\n')
    const { code, stderr, stdout } = await runCli(['redact', 'none.log'], { cwd })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^toolspan: none\.log cannot be read \(ENOENT\); .+\n$/)
  })

  test('takes personal data out on request only', async () => {
    const text = 'ada@example.com from 192.168.0.10\n'
    expect(await redact(text)).toBe(text)
    expect(await redact(text, '--pii')).toBe('[REDACTED:email] from [REDACTED:ip]\n')
  })

  test('drops what moves a cursor, colours a terminal or reorders text, and finds what it hid', async () => {
    const text = `\u001b[31mpass\u001b[0mword=${secret}\u001b]0;title\u0007 \u202eevil\u0000\rover\n`
    expect(await redact(text)).toBe('password=[REDACTED:assignment] evilover\n')
    expect(terminalSafe('\u001b[2J\u001b[1;1H\u009b31mred\u001b(B\tok\n')).toBe('red\tok\n')
  })

  test('has examples in its help', async () => {
    expect((await runCli(['redact', '--help'])).stdout).toMatch(/Examples:\n {2}\$ toolspan redact/)
  })
})

describe('toolspan redact --explain', () => {
  const line = JSON.stringify({ user: { password: secret }, note: `x ${token}` })

  test('lists rules and pointers of a document, never a value', async () => {
    const stdout = await redact(JSON.stringify(JSON.parse(line), null, 2), '--explain')
    expect(stdout).toBe('key:password  /user/password\ngithub-token  /note\n')
  })

  test('lists line numbers in text and in lines of JSON', async () => {
    const stdout = await redact(`first\n${line}\nuses ${token}\n${key}`, '--explain')
    expect(stdout.split('\n')).toEqual([
      'key:password  line 2  /user/password',
      'github-token  line 2  /note',
      'github-token  line 3',
      'pem           line 4',
      '',
    ])
  })

  test('says so when there is nothing', async () => {
    expect(await redact('plain\n', '--explain')).toBe('nothing to redact\n')
  })

  test('gives one object with --json', async () => {
    const both = { redactions: [{ rule: 'key:password', pointer: '/password' }] }
    const input = JSON.stringify({ password: secret })
    expect(JSON.parse(await redact(input, '--explain', '--json'))).toEqual(both)
    expect(JSON.parse(await redact(input, '--json'))).toEqual({
      redacted: { password: '[REDACTED:key:password]' },
      ...both,
    })
    expect(JSON.parse(await redact('a\nb', '--json'))).toEqual({ redacted: 'a\nb', redactions: [] })
  })
})

describe('long input', () => {
  async function* inChunks(text: string, size: number) {
    for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size))
  }

  test.each([10_000, 65_536, 100_001])(
    'in chunks of %i bytes is cut at lines, and never in a key',
    async size => {
      const text = `${'an ordinary line with some words\n'.repeat(3_000)}${key}`.repeat(4)
      const blocks: string[] = []
      for await (const block of textBlocks(inChunks(text, size))) blocks.push(block.text)
      expect(blocks.join('')).toBe(text)
      expect(blocks.length).toBeGreaterThan(3)
      for (const block of blocks) {
        expect(block).toMatch(/\n$/)
        expect(block.split('-----BEGIN').length).toBe(block.split('-----END').length)
      }
      expect(await redact(text)).not.toContain('MIIEow')
    },
  )

  test('that never ends a key is redacted to its end', async () => {
    const text = `-----BEGIN PRIVATE KEY-----\n${'MIIEowIBAAKCAQEA7bq\n'.repeat(120_000)}`
    expect(await redact(text)).not.toContain('MIIEow')
  })

  test('shows the lines it has when no more come', async () => {
    async function* slow() {
      yield 'first\nsec'
      await new Promise(resolve => setTimeout(resolve, 600))
      yield 'ond\n'
    }
    const blocks = []
    for await (const block of textBlocks(slow())) blocks.push(block)
    expect(blocks).toEqual([
      { text: 'first\n', line: 1 },
      { text: 'second\n', line: 2 },
    ])
  })
})

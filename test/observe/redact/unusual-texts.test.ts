import { createRedactor } from 'toolspan'
import { describe, expect, test } from 'vitest'

const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
const redactor = createRedactor()
const before = 'Quarterly figures of the northern branch, as agreed: '
const page = `${before}${token}. ${'All other rows are as they were in spring. '.repeat(4)}`

function wrapped(text: string, width: number, lineBreak = '\n'): string {
  const base64 = Buffer.from(text).toString('base64')
  return (base64.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join(lineBreak)
}

function asUtf16(text: string): string {
  return Buffer.from(text, 'utf16le').toString('latin1')
}

describe('base64 in lines', () => {
  test.each([
    ['of 76, as mail has it', wrapped(page, 76, '\r\n')],
    ['of 64, as PEM has it', wrapped(page, 64)],
    ['that are indented', wrapped(page, 76, '\n    ')],
  ])('%s is taken out whole when a secret stands anywhere in it', (_lines, text) => {
    expect(redactor.redactText(`data:\n${text}\nend`)).toBe('data:\n[REDACTED:base64]\nend')
  })

  test('without a secret stays', () => {
    const text = wrapped('All rows are as they were in spring, and nothing else is new. '.repeat(5), 76)
    expect(redactor.redactText(text)).toBe(text)
  })
})

describe('text with zeros', () => {
  test('in UTF-16 is read as the text it is', () => {
    const safe = redactor.redactText(asUtf16(`uses ${token} today`))
    expect(safe.replaceAll('\0', '')).toBe('uses [REDACTED:github-token] today')
    expect(redactor.redactText(asUtf16('password: hunter2')).replaceAll('\0', '')).not.toContain('hunter2')
  })

  test('between its parts, as an environment is listed, is read part by part', () => {
    const listed = `PATH=/usr/bin\0PASSWORD=correct-horse-1\0LANG=en_GB.UTF-8\0`
    const safe = redactor.redactText(listed)
    expect(safe).not.toContain('correct-horse-1')
    expect(safe).toContain('PATH=/usr/bin')
    expect(safe).toContain('LANG=en_GB.UTF-8')
  })
})

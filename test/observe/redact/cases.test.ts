import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../../src/observe/redact/create-redactor.js'
import { keeps, leaks } from '../../cases/redaction.js'

const redactor = createRedactor()
const redactToJson = (value: unknown) => JSON.stringify(redactor.redact(value))

describe('a secret is taken out', () => {
  it.each(leaks)('%s', (_title, value, needle) => {
    expect(redactToJson(value)).not.toContain(needle)
  })
})

describe('what is no secret stays', () => {
  it.each(keeps)('%s', (_title, value, needle) => {
    expect(redactToJson(value)).toContain(needle)
  })
})

describe('redacting twice changes nothing more', () => {
  it.each([...leaks, ...keeps])('%s', (_title, value) => {
    const once = redactor.redact(value)
    expect(redactor.redact(once)).toEqual(once)
  })
})

describe('the list of cases', () => {
  it('is read in full, as what cannot be read hides no secret by merit', () => {
    for (const [title, value] of [...leaks, ...keeps])
      expect(redactToJson(value), title).not.toContain('[Unreadable]')
  })

  it('has at least 150 leaks and 80 keeps', () => {
    expect(leaks.length).toBeGreaterThanOrEqual(150)
    expect(keeps.length).toBeGreaterThanOrEqual(80)
  })

  it('leaves nothing to find for explain but rules and pointers', () => {
    for (const [, value, needle] of leaks) {
      expect(JSON.stringify(redactor.explain(value))).not.toContain(needle)
    }
  })
})

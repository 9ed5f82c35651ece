import { createRuntime, DefinitionError } from 'toolspan'
import { describe, expect, test } from 'vitest'

const wrong: [option: string, value: unknown, hint: string][] = [
  ['concurrency', 0, 'a whole number of at least 1'],
  ['timeoutMs', Number.NaN, 'milliseconds'],
  ['hookTimeoutMs', -1, 'milliseconds'],
  ['transformTimeoutMs', '1s', 'milliseconds'],
  ['graceMs', -1, 'at least 0'],
  ['invalidOutput', 'ignore', '"fail" or "warn"'],
  ['metrics', 'some', '"core" or "all"'],
  ['capture', true, '"none" or "redacted"'],
  ['logger', {}, 'an object with debug(), info(), warn(), error()'],
  ['logs', { stdout: true }, 'logs.stdout is not a field of logs'],
  ['transcript', () => {}, 'an object with append()'],
  ['redactor', {}, 'redactText()'],
  ['transform', 'all', 'a function'],
  ['requireApproval', 'yes', 'true, false or a function'],
  ['agentName', '', 'a text'],
  ['concurency', 4, 'is not a field of its options; known fields are'],
]

describe('the options of a runtime', () => {
  test.each(wrong)('whose %s is %j are refused with one sentence that names it', (option, value, hint) => {
    const make = () => createRuntime({ tools: [], [option]: value } as never)
    expect(make).toThrow(DefinitionError)
    expect(make).toThrow(option)
    expect(make).toThrow(hint)
  })

  test('may be left undefined', () => {
    expect(() => createRuntime({ tools: [], timeoutMs: undefined, logger: undefined })).not.toThrow()
  })
})

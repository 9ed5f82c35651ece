import { SpanStatusCode } from '@opentelemetry/api'
import { describe, expect, test } from 'vitest'
import { createConsoleExporter } from '../../src/exporters/console-exporter.js'
import { columnsOf } from '../../src/exporters/printable.js'
import { renderWaterfall, type WaterfallOptions } from '../../src/exporters/waterfall.js'
import { exportAll, finishedSpans } from './support/sdk-spans.js'
import { storedLog, storedSpan } from './support/stored-spans.js'

const exception = (message: string, stacktrace: string) => ({
  name: 'exception',
  at: 1,
  attributes: {
    'exception.type': 'Error',
    'exception.message': message,
    'exception.stacktrace': stacktrace,
  },
})

/** Draws a call that failed so, without the lines of the trace and the span. */
function drawn(message: string, stacktrace: string, options?: WaterfallOptions): string[] {
  const events = [exception(message, stacktrace)]
  const span = storedSpan({ id: '1', name: 'call', at: [0, 2], error: message, events })
  return renderWaterfall([span], [], options).split('\n').slice(2)
}

const frames = '    at connect (node:net:1:2)\n    at node:internal/process:3:4'

describe('the causes of an exception', () => {
  test('stand beneath it, each as a line of its own without stack frames', () => {
    const stack = [
      `Error: fetch failed\n${frames}`,
      `Caused by: AggregateError [ECONNREFUSED]: \n${frames}`,
      `Error in aggregate: Error: connect ECONNREFUSED 127.0.0.1:59999\n${frames}`,
      `Error in aggregate: Error: connect ECONNREFUSED ::1:59999\n${frames}`,
      'Caused by: only a text\nof two lines',
    ].join('\n')
    expect(drawn('fetch failed', stack)).toEqual([
      '  error Error: fetch failed',
      '        caused by AggregateError [ECONNREFUSED]',
      '        including Error: connect ECONNREFUSED 127.0.0.1:59999',
      '        including Error: connect ECONNREFUSED ::1:59999',
      '        caused by only a text',
      '        of two lines',
    ])
  })

  test('are not what the message of the exception says', () => {
    const message = 'failed\nCaused by: the weather'
    expect(drawn(message, `Error: ${message}\n${frames}`)).toEqual([
      '  error Error: failed',
      '        Caused by: the weather',
    ])
  })

  test('are told from its message also where that ends with a code', () => {
    const message = 'failed\nCaused by: the weather'
    expect(drawn(`${message} (code EWIND)`, `Error: ${message}\n${frames}`)).toEqual([
      '  error Error: failed',
      '        Caused by: the weather (code EWIND)',
    ])
  })

  test('that are left out are counted', () => {
    const stack = `Error: no\n${frames}\nCaused by: Error: a\n${frames}\n… 3 more between, left out\nCaused by: Error: z`
    expect(drawn('no', stack).slice(1)).toEqual([
      '        caused by Error: a',
      '        3 more between, left out',
      '        caused by Error: z',
    ])
  })

  test('tell apart two exceptions that say the same', () => {
    const events = [1, 2].map(n => exception('no', `Error: no\n${frames}\nCaused by: Error: reason ${n}`))
    const text = renderWaterfall([storedSpan({ id: '1', name: 'call', at: [0, 2], events })])
    expect(text).toContain('caused by Error: reason 1')
    expect(text).toContain('caused by Error: reason 2')
  })

  test('are bounded on a terminal, and harmless', () => {
    const stack = Array.from({ length: 200 }, (_, n) => `Caused by: \u001b[2J${n} ${'long '.repeat(200)}`)
    const lines = drawn('no', `Error: no\n${stack.join('\n')}`, { width: 60 })
    expect(lines).toHaveLength(13)
    expect(lines.at(-1)).toMatch(/… and more causes$/)
    expect(lines.join('')).toContain('\\e[2J0')
    for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(60)
  })
})

const issues = [
  'Tool input validation failed for ref. Please fix the following errors and try again:',
  '- customerId: Invalid input: expected string, received undefined',
].join('\n')

describe('the text of an error or a warning', () => {
  test('keeps its lines, so that the issues of an input are seen', () => {
    const span = storedSpan({ id: '1', name: 'call', at: [0, 2], error: issues })
    expect(renderWaterfall([span], [storedLog('1', 1, issues, { severityNumber: 13 })])).toContain(
      [
        '  warn  Tool input validation failed for ref. Please fix the following errors and try again:',
        '        - customerId: Invalid input: expected string, received undefined',
      ].join('\n'),
    )
  })

  test('goes on in the next line where it is wider than the terminal, and its fields beneath', () => {
    const span = storedSpan({ id: '1', name: 'call', at: [0, 2] })
    const attributes = { attempt: 2, host: 'db.example.com', port: 5432 }
    const log = storedLog('1', 1, issues, { severityNumber: 17, attributes })
    expect(renderWaterfall([span], [log], { width: 50 }).split('\n').slice(2)).toEqual([
      '  error Tool input validation failed for ref.',
      '        Please fix the following errors and try',
      '        again:',
      '        - customerId: Invalid input: expected',
      '        string, received undefined',
      '        attempt=2 host=db.example.com port=5432',
    ])
  })

  test('takes at most twelve lines, with a mark where it is cut', () => {
    const lines = drawn('word '.repeat(2000), '', { width: 60 })
    expect(lines).toHaveLength(12)
    expect(lines.at(-1)).toMatch(/…$/)
    const unbroken = drawn('検'.repeat(2000), '', { width: 60 })
    for (const line of [...lines, ...unbroken]) expect(columnsOf(line)).toBeLessThanOrEqual(60)
  })

  test('is neither wrapped nor cut where it is asked for whole', () => {
    const message = 'word '.repeat(2000).trim()
    expect(drawn(message, '', { width: 60, wholeTexts: true })).toEqual([`  error Error: ${message}`])
  })
})

test.each([
  ['is no terminal shows the text of an error whole', undefined, 1],
  ['is a terminal wraps it', true, 12],
])('A stream that %s', async (_, isTTY, lines) => {
  const written: string[] = []
  const spans = finishedSpans(({ start }) => {
    const span = start('call')
    span.setStatus({ code: SpanStatusCode.ERROR, message: 'word '.repeat(2000).trim() })
    span.end()
  })
  const stream = { write: (text: string) => written.push(text), columns: 60, isTTY }
  await exportAll(createConsoleExporter({ stream, color: false }), spans)
  expect(written.join('').trimEnd().split('\n')).toHaveLength(2 + lines)
})

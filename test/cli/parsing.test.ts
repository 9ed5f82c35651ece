import { describe, expect, test } from 'vitest'
import { deliveryWarning } from '../../src/cli/delivery-warning.js'
import { quantile } from '../../src/cli/demo/quantile.js'
import { parseDuration } from '../../src/cli/parse-duration.js'
import { parseSince } from '../../src/cli/parse-since.js'
import { shortIds } from '../../src/cli/short-ids.js'

describe('parseDuration', () => {
  test.each([
    ['250', 250],
    ['250ms', 250],
    ['1.5s', 1_500],
    ['5m', 300_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
  ])('reads %s', (text, ms) => expect(parseDuration(text)).toBe(ms))

  test.each(['', '0', '-1s', '1 s', '1w', 'NaN', '1e3'])('refuses "%s"', text =>
    expect(() => parseDuration(text)).toThrow('is not a duration'),
  )
})

describe('parseSince', () => {
  const now = Date.UTC(2025, 0, 31, 12)
  test('reads how long ago', () => expect(parseSince('2h', now)).toEqual(new Date(Date.UTC(2025, 0, 31, 10))))
  test('reads a date', () =>
    expect(parseSince('2025-01-30T09:00:00Z', now)).toEqual(new Date(Date.UTC(2025, 0, 30, 9))))
  test.each(['', '5', 'yesterday', '2025-99-01'])('refuses "%s"', text =>
    expect(() => parseSince(text, now)).toThrow('is not a time'),
  )
})

describe('quantile', () => {
  const numbers = Array.from({ length: 200 }, (_, index) => 200 - index)
  test('is the number at the nearest rank', () => {
    expect(quantile(numbers, 0.5)).toBe(100)
    expect(quantile(numbers, 0.99)).toBe(198)
  })
  test('of few numbers is one of them', () => {
    expect(quantile([3, 1], 0.5)).toBe(1)
    expect(quantile([3, 1], 0.99)).toBe(3)
  })
  test('of none is not a number', () => expect(quantile([], 0.5)).toBeNaN())
})

describe('shortIds', () => {
  test('cuts ids to eight digits', () => expect(shortIds(['a'.repeat(32)])('a'.repeat(32))).toBe('aaaaaaaa'))
  test('keeps as many digits as tell ids apart', () => {
    const ids = ['0123456789'.padEnd(32, '0'), '0123456789'.padEnd(32, 'f')]
    const short = shortIds(ids)
    expect(new Set(ids.map(short)).size).toBe(2)
  })
})

describe('deliveryWarning', () => {
  test('is silent when all was delivered', () =>
    expect(deliveryWarning({ ok: true, problems: [] })).toBeUndefined())

  test('tells losses at one place together and passes on the rest', () => {
    const at = 'OTLP endpoint http://localhost:4318'
    const problems = [
      `${at}/v1/traces refused the connection (3 spans lost)`,
      `${at}/v1/logs refused the connection (1 log record lost)`,
      'the disk is full',
    ]
    expect(deliveryWarning({ ok: false, problems })).toBe(
      '3 spans and 1 log record could not be delivered to http://localhost:4318, which refused the connection; the disk is full; start a collector there or unset OTEL_EXPORTER_OTLP_ENDPOINT',
    )
  })
})

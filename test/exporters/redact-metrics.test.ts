import type { Attributes } from '@opentelemetry/api'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { expect, test } from 'vitest'
import { redactMeasurements } from '../../src/exporters/redact-metrics.js'
import { brokenRedactor, plainRedactor } from './support/plain-redactor.js'

/** Counts one for each of the given attributes, and gives what leaves. */
async function counted(redactor: typeof plainRedactor, given: readonly Attributes[]) {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter })
  const views = [{ instrumentName: '*', attributesProcessors: [redactMeasurements(redactor)] }]
  const counter = new MeterProvider({ readers: [reader], views }).getMeter('m').createCounter('calls')
  for (const attributes of given) counter.add(1, attributes)
  await reader.forceFlush()
  const [metric] = exporter.getMetrics().flatMap(one => one.scopeMetrics.flatMap(scope => scope.metrics))
  await reader.shutdown()
  return metric?.dataPoints.map(({ attributes, value }) => ({ attributes, value }))
}

test('A secret in an attribute of a measurement is taken out, and the rest of the attributes stay', async () => {
  const given = { route: '/pay', url: 'x=hunter2', list: ['a', 'hunter2'], count: 3, ok: true }
  expect(await counted(plainRedactor, [given, given])).toEqual([
    { attributes: { ...given, url: 'x=[REDACTED]', list: ['a', '[REDACTED]'] }, value: 2 },
  ])
  expect(given.url).toBe('x=hunter2')
})

test('Series that differ in their secrets alone become one, with the sum of both', async () => {
  const found = await counted(plainRedactor, [{ url: 'hunter2' }, { url: '[REDACTED]' }, { url: 'hunter2' }])
  expect(found).toEqual([{ attributes: { url: '[REDACTED]' }, value: 3 }])
})

test('Attributes without secrets are handed on as they are, however many there were before', () => {
  const { process } = redactMeasurements(plainRedactor)
  for (let n = 0; n < 10_000; n += 1) process({ n: `value ${n}` })
  const attributes = { n: 'value 1', other: 2 }
  expect(process(attributes)).toBe(attributes)
  expect(process({ n: 'hunter2' })).toEqual({ n: '[REDACTED]' })
})

test('When the redactor fails, no value leaves and the measurement is kept', async () => {
  expect(await counted(brokenRedactor, [{ url: 'hunter2' }])).toEqual([
    { attributes: { url: '[REDACTED:error]' }, value: 1 },
  ])
})

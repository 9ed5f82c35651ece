import { context, trace } from '@opentelemetry/api'
import { expect, onTestFinished, test } from 'vitest'
import { startFakeCollector } from './support/fake-collector.js'
import { logs } from './support/logs-api.js'
import { startTestTelemetry, withEnvironment } from './support/telemetry.js'

type Message = ReturnType<typeof JSON.parse>

async function collected(variables: Record<string, string>, emit: () => void) {
  const collector = await startFakeCollector()
  onTestFinished(() => collector.close())
  withEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...variables })
  const telemetry = await startTestTelemetry()
  emit()
  expect(await telemetry.flush()).toEqual({ ok: true, problems: [] })
  const of = (path: string) => collector.messages(path) as Message[]
  return {
    collector,
    telemetry,
    spans: of('/v1/traces').flatMap(message => message.resourceSpans[0].scopeSpans[0].spans),
    records: of('/v1/logs').flatMap(message => message.resourceLogs[0].scopeLogs[0].logRecords),
  }
}

function endSpans(count: number): void {
  for (let n = 0; n < count; n++) trace.getTracer('program').startSpan('root').end()
}

/** A parent from another process that was sampled, or not. */
function underRemote(traceFlags: number, name: string): void {
  const parent = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags, isRemote: true }
  trace.getTracer('program').startSpan(name, {}, trace.setSpanContext(context.active(), parent)).end()
}

test('OTEL_TRACES_SAMPLER with always_off records nothing, its parent-based form follows a sampled parent', async () => {
  const off = await collected({ OTEL_TRACES_SAMPLER: 'always_off' }, () => {
    endSpans(3)
    underRemote(1, 'sampled by its parent')
  })
  expect(off.spans).toEqual([])
  await off.telemetry.shutdown()
  const following = await collected({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, () => {
    endSpans(3)
    underRemote(1, 'sampled by its parent')
  })
  expect(following.spans.map(({ name }) => name)).toEqual(['sampled by its parent'])
})

test('OTEL_TRACES_SAMPLER with traceidratio records the share of OTEL_TRACES_SAMPLER_ARG', async () => {
  const variables = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' }
  const { spans } = await collected(variables, () => endSpans(2000))
  expect(spans.length).toBeGreaterThan(400)
  expect(spans.length).toBeLessThan(600)
})

test('The parent-based default leaves out what an unsampled parent left out', async () => {
  const { spans } = await collected({}, () => {
    underRemote(0, 'left out')
    endSpans(1)
  })
  expect(spans.map(({ name }) => name)).toEqual(['root'])
})

test('Limits on attributes of spans and records are those of the standard variables', async () => {
  const variables = {
    OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT: '3',
    OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT: '5',
    OTEL_LOGRECORD_ATTRIBUTE_COUNT_LIMIT: '2',
    OTEL_LOGRECORD_ATTRIBUTE_VALUE_LENGTH_LIMIT: '4',
  }
  const attributes = { a: 'abcdefgh', b: 'abcdefgh', c: 'abcdefgh', d: 'abcdefgh' }
  const { spans, records } = await collected(variables, () => {
    trace.getTracer('program').startSpan('one', { attributes }).end()
    logs.getLogger('program').emit({ body: 'one', attributes })
  })
  expect(spans[0].attributes.map(({ value }: Message) => value.stringValue)).toEqual([
    'abcde',
    'abcde',
    'abcde',
  ])
  expect(spans[0].droppedAttributesCount).toBe(1)
  expect(records[0].attributes.map(({ value }: Message) => value.stringValue)).toEqual(['abcd', 'abcd'])
})

test('Limits for all signals bound spans and records alike', async () => {
  const variables = { OTEL_ATTRIBUTE_COUNT_LIMIT: '2', OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT: '3' }
  const attributes = { a: 'abcdefgh', b: 'abcdefgh', c: 'abcdefgh' }
  const { spans, records } = await collected(variables, () => {
    trace.getTracer('program').startSpan('one', { attributes }).end()
    logs.getLogger('program').emit({ body: 'one', attributes })
  })
  expect(spans[0].attributes.map(({ value }: Message) => value.stringValue)).toEqual(['abc', 'abc'])
  expect(records[0].attributes.map(({ value }: Message) => value.stringValue)).toEqual(['abc', 'abc'])
})

test('A function that is frozen after it answered has delivered its spans when it flushes before', async () => {
  const { collector, telemetry } = await collected({}, () => endSpans(1))
  const before = collector.messages('/v1/traces').length
  for (let invocation = 0; invocation < 3; invocation++) {
    endSpans(1)
    expect(await telemetry.flush({ timeoutMs: 1000 })).toEqual({ ok: true, problems: [] })
    expect(collector.messages('/v1/traces')).toHaveLength(before + invocation + 1)
  }
})

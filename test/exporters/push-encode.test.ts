import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { describe, expect, test } from 'vitest'
import { encodeRequest } from '../../src/exporters/push-encode.js'

function recordedSpans() {
  const exporter = new InMemorySpanExporter()
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  const tracer = provider.getTracer('toolspan', '1.2.3')
  const cause = tracer.startSpan('cause')
  cause.end()
  const span = tracer.startSpan('execute_tool écho', {
    kind: SpanKind.CLIENT,
    attributes: {
      text: 'ä',
      whole: 7,
      negative: -7,
      large: 2 ** 52,
      part: 0.5,
      yes: true,
      no: false,
      empty: '',
    },
    links: [{ context: cause.spanContext(), attributes: { why: 'resumed' } }],
  })
  span.setAttribute('list', ['a', '', 'b'])
  span.addEvent('half way', { n: 1 })
  span.setStatus({ code: SpanStatusCode.ERROR, message: 'failed' })
  span.end()
  return exporter.getFinishedSpans()
}

describe('a line of the store as protobuf', () => {
  test('is what the SDK itself would have sent', () => {
    const spans = recordedSpans()
    const json = JSON.parse(Buffer.from(JsonTraceSerializer.serializeRequest(spans) ?? []).toString())
    const ours = Buffer.from(encodeRequest('traces', json)).toString('hex')
    expect(ours).toBe(Buffer.from(ProtobufTraceSerializer.serializeRequest(spans) ?? []).toString('hex'))
  })

  test('keeps a double that is a whole number a double, and a large integer exact', () => {
    const body = [{ doubleValue: 2 }, { intValue: '9007199254740993' }, { intValue: '-1' }]
    const records = body.map(value => ({ body: value, timeUnixNano: '1700000000123456789' }))
    const encoded = encodeRequest('logs', { resourceLogs: [{ scopeLogs: [{ logRecords: records }] }] })
    const hex = Buffer.from(encoded).toString('hex')
    expect(hex).toContain('210000000000000040')
    expect(hex).toContain('188180808080808010')
    expect(hex).toContain('18ffffffffffffffffff01')
    expect(hex).toContain('0915cd853dfe9c9717')
  })

  test.each([
    [null],
    [7],
    [{ resourceSpans: [7] }],
    [{ resourceSpans: [{ scopeSpans: [{ spans: [{ kind: 'x' }] }] }] }],
  ])('is refused when it is none: %j', message => {
    expect(() => encodeRequest('traces', message)).toThrow(TypeError)
  })
})

import { millisBetween, type StoredAttributes, type StoredLog, type StoredSpan } from './stored-span.js'

type Json = Record<string, unknown>

const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const
const STATUS_CODES = ['unset', 'ok', 'error'] as const

/**
 * Reads the spans out of one `ExportTraceServiceRequest` in OTLP/JSON.
 *
 * @throws {TypeError} When the message is not one, or a span in it has no ids or times.
 */
export function decodeSpans(message: unknown): StoredSpan[] {
  return listOf(record(message)['resourceSpans'], 'resourceSpans').flatMap(resourceSpans =>
    listOf(resourceSpans['scopeSpans'] ?? [], 'scopeSpans').flatMap(scopeSpans => {
      const origin = originOf(resourceSpans, scopeSpans)
      return listOf(scopeSpans['spans'] ?? [], 'spans').map(span => decodeSpan(span, origin))
    }),
  )
}

/** Reads the records out of one `ExportLogsServiceRequest` in OTLP/JSON. @throws {TypeError} When it is not one. */
export function decodeLogs(message: unknown): StoredLog[] {
  return listOf(record(message)['resourceLogs'], 'resourceLogs').flatMap(resourceLogs =>
    listOf(resourceLogs['scopeLogs'] ?? [], 'scopeLogs').flatMap(scopeLogs => {
      const origin = originOf(resourceLogs, scopeLogs)
      return listOf(scopeLogs['logRecords'] ?? [], 'logRecords').map(log => decodeLog(log, origin))
    }),
  )
}

interface Origin {
  serviceName: string
  scopeName: string
}

function originOf(resourceEntry: Json, scopeEntry: Json): Origin {
  const resource = attributesOf(record(resourceEntry['resource'] ?? {})['attributes'])
  return {
    serviceName: text(resource['service.name']),
    scopeName: text(record(scopeEntry['scope'] ?? {})['name']),
  }
}

function decodeSpan(span: Json, origin: Origin): StoredSpan {
  const startTimeUnixNano = nanos(span['startTimeUnixNano'])
  const endTimeUnixNano = nanos(span['endTimeUnixNano'])
  const status = record(span['status'] ?? {})
  const message = text(status['message'])
  return {
    traceId: requiredId(span['traceId']),
    spanId: requiredId(span['spanId']),
    ...optionalId('parentSpanId', span['parentSpanId']),
    name: text(span['name']),
    kind: KINDS[Number(span['kind'] ?? 0)] ?? 'unspecified',
    startTimeUnixNano,
    endTimeUnixNano,
    durationMs: millisBetween(startTimeUnixNano, endTimeUnixNano),
    status: { code: STATUS_CODES[Number(status['code'] ?? 0)] ?? 'unset', ...(message ? { message } : {}) },
    attributes: attributesOf(span['attributes']),
    events: listOf(span['events'] ?? [], 'events').map(event => ({
      name: text(event['name']),
      timeUnixNano: nanos(event['timeUnixNano']),
      attributes: attributesOf(event['attributes']),
    })),
    links: listOf(span['links'] ?? [], 'links').map(link => ({
      traceId: requiredId(link['traceId']),
      spanId: requiredId(link['spanId']),
      attributes: attributesOf(link['attributes']),
    })),
    ...origin,
  }
}

function decodeLog(log: Json, origin: Origin): StoredLog {
  const happened = nanos(log['timeUnixNano'] ?? '0')
  const eventName = text(log['eventName'])
  return {
    ...optionalId('traceId', log['traceId']),
    ...optionalId('spanId', log['spanId']),
    timeUnixNano: happened === '0' ? nanos(log['observedTimeUnixNano'] ?? '0') : happened,
    severityNumber: Number(log['severityNumber'] ?? 0) || 0,
    severityText: text(log['severityText']),
    body: plainValue(log['body']),
    ...(eventName ? { eventName } : {}),
    attributes: attributesOf(log['attributes']),
    ...origin,
  }
}

function attributesOf(list: unknown): StoredAttributes {
  const pairs = listOf(list ?? [], 'attributes').map(
    pair => [text(pair['key']), plainValue(pair['value'])] as const,
  )
  return Object.fromEntries(pairs)
}

/** Reads an `AnyValue`; an empty one stands for null. */
function plainValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return null
  const tagged = value as Json
  if ('intValue' in tagged) return integer(tagged['intValue'])
  if ('arrayValue' in tagged)
    return listOf(record(tagged['arrayValue'])['values'] ?? [], 'values').map(plainValue)
  if ('kvlistValue' in tagged) return attributesOf(record(tagged['kvlistValue'])['values'])
  return tagged['stringValue'] ?? tagged['boolValue'] ?? tagged['doubleValue'] ?? tagged['bytesValue'] ?? null
}

/** OTLP/JSON writes 64-bit integers as strings, the JavaScript SDK as numbers; both are read. */
function integer(value: unknown): number | string {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}

function nanos(value: unknown): string {
  const digits = String(value ?? '')
  if (!/^\d{1,20}$/.test(digits)) throw new TypeError('a time is not a number of nanoseconds')
  return digits
}

function requiredId(value: unknown): string {
  const id = text(value).toLowerCase()
  if (!/^[0-9a-f]{16,32}$/.test(id)) throw new TypeError('an id is not hexadecimal')
  return id
}

function optionalId<Key extends string>(key: Key, value: unknown): { [K in Key]?: string } {
  const id = text(value).toLowerCase()
  return (id ? { [key]: id } : {}) as { [K in Key]?: string }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function record(value: unknown): Json {
  if (typeof value !== 'object' || value === null) throw new TypeError('not an OTLP message')
  return value as Json
}

function listOf(value: unknown, name: string): Json[] {
  if (!Array.isArray(value)) throw new TypeError(`${name} is not a list`)
  return value.map(record)
}

/** How one field of a message is written: its number and what it holds. */
type Field = readonly [number: number, kind: Scalar | (() => Message)]

/** Fields of a message by their names in OTLP/JSON. */
type Message = Readonly<Record<string, Field>>

type Scalar = 'text' | 'hex' | 'base64' | 'varint' | 'fixed32' | 'fixed64' | 'double'

const anyValue = (): Message => ANY_VALUE
const keyValue = (): Message => KEY_VALUE

const KEY_VALUE: Message = { key: [1, 'text'], value: [2, anyValue] }
const ANY_VALUE: Message = {
  stringValue: [1, 'text'],
  boolValue: [2, 'varint'],
  intValue: [3, 'varint'],
  doubleValue: [4, 'double'],
  arrayValue: [5, () => ({ values: [1, anyValue] })],
  kvlistValue: [6, () => ({ values: [1, keyValue] })],
  bytesValue: [7, 'base64'],
}
const RESOURCE: Message = { attributes: [1, keyValue], droppedAttributesCount: [2, 'varint'] }
const SCOPE: Message = {
  name: [1, 'text'],
  version: [2, 'text'],
  attributes: [3, keyValue],
  droppedAttributesCount: [4, 'varint'],
}
const EVENT: Message = {
  timeUnixNano: [1, 'fixed64'],
  name: [2, 'text'],
  attributes: [3, keyValue],
  droppedAttributesCount: [4, 'varint'],
}
const LINK: Message = {
  traceId: [1, 'hex'],
  spanId: [2, 'hex'],
  traceState: [3, 'text'],
  attributes: [4, keyValue],
  droppedAttributesCount: [5, 'varint'],
  flags: [6, 'fixed32'],
}
const SPAN: Message = {
  traceId: [1, 'hex'],
  spanId: [2, 'hex'],
  traceState: [3, 'text'],
  parentSpanId: [4, 'hex'],
  name: [5, 'text'],
  kind: [6, 'varint'],
  startTimeUnixNano: [7, 'fixed64'],
  endTimeUnixNano: [8, 'fixed64'],
  attributes: [9, keyValue],
  droppedAttributesCount: [10, 'varint'],
  events: [11, () => EVENT],
  droppedEventsCount: [12, 'varint'],
  links: [13, () => LINK],
  droppedLinksCount: [14, 'varint'],
  status: [15, () => ({ message: [2, 'text'], code: [3, 'varint'] })],
  flags: [16, 'fixed32'],
}
const LOG_RECORD: Message = {
  timeUnixNano: [1, 'fixed64'],
  severityNumber: [2, 'varint'],
  severityText: [3, 'text'],
  body: [5, anyValue],
  attributes: [6, keyValue],
  droppedAttributesCount: [7, 'varint'],
  flags: [8, 'fixed32'],
  traceId: [9, 'hex'],
  spanId: [10, 'hex'],
  observedTimeUnixNano: [11, 'fixed64'],
  eventName: [12, 'text'],
}

/** The requests of OTLP: what a resource and a scope hold is all they differ in. */
const REQUESTS = {
  traces: requestOf('resourceSpans', 'scopeSpans', 'spans', SPAN),
  logs: requestOf('resourceLogs', 'scopeLogs', 'logRecords', LOG_RECORD),
}

function requestOf(resources: string, scopes: string, items: string, item: Message): Message {
  const scoped: Message = { scope: [1, () => SCOPE], [items]: [2, () => item], schemaUrl: [3, 'text'] }
  const resourced: Message = {
    resource: [1, () => RESOURCE],
    [scopes]: [2, () => scoped],
    schemaUrl: [3, 'text'],
  }
  return { [resources]: [1, () => resourced] }
}

/**
 * Writes a request of OTLP/JSON as protobuf, field by field, so that nothing is lost on the way: the SDK's serializers take
 * its own spans alone, and a whole number that was a double would become an integer through them.
 *
 * @throws {TypeError} When a field is not what OTLP has there.
 */
export function encodeRequest(signal: 'traces' | 'logs', request: unknown): Uint8Array {
  return encodeMessage(REQUESTS[signal], request)
}

function encodeMessage(message: Message, value: unknown): Buffer {
  if (typeof value !== 'object' || value === null) throw new TypeError('not an OTLP message')
  const fields = value as Record<string, unknown>
  // By number, as encoders do; a name that is not known here is of a later version, and left out.
  const parts = Object.entries(message).flatMap(([name, field]) => {
    const given = fields[name] ?? []
    const values: unknown[] = Array.isArray(given) ? given : [given]
    return values.flatMap(one => encodeField(field, one))
  })
  return Buffer.concat(parts)
}

const WIRE = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const

function encodeField([number, kind]: Field, value: unknown): Buffer[] {
  const tagged = (wire: number, ...content: Buffer[]) => [varint(number * 8 + wire), ...content]
  const sized = (content: Buffer) => tagged(WIRE.bytes, varint(content.length), content)
  if (typeof kind === 'function') return sized(encodeMessage(kind(), value))
  switch (kind) {
    case 'text':
    case 'hex':
    case 'base64':
      return sized(Buffer.from(String(value), kind === 'text' ? 'utf8' : kind))
    case 'varint':
      return tagged(WIRE.varint, varint(value))
    case 'fixed32':
      return tagged(
        WIRE.fixed32,
        filled(4, bytes => bytes.writeUInt32LE(Number(value) >>> 0)),
      )
    case 'fixed64':
      return tagged(
        WIRE.fixed64,
        filled(8, bytes => bytes.writeBigUInt64LE(whole(value))),
      )
    case 'double':
      return tagged(
        WIRE.fixed64,
        filled(8, bytes => bytes.writeDoubleLE(Number(value))),
      )
  }
}

function filled(size: number, write: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(size)
  write(bytes)
  return bytes
}

function varint(value: unknown): Buffer {
  const bytes: number[] = []
  let rest = whole(value)
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80)
    rest >>= 7n
  }
  bytes.push(Number(rest))
  return Buffer.from(bytes)
}

/** Reads a whole number as 64 bits; OTLP/JSON writes large ones as text, and negative ones wrap around. */
function whole(value: unknown): bigint {
  try {
    return BigInt.asUintN(64, BigInt(value as string | number | boolean))
  } catch {
    throw new TypeError('not a whole number')
  }
}

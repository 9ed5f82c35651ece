/** Values of one protobuf message by field number; numbers for varints, bytes for everything with a length. */
export type ProtobufFields = Map<number, (number | Buffer)[]>

const VARINT = 0
const FIXED64 = 1
const BYTES = 2
const FIXED32 = 5

/**
 * Reads the fields of a protobuf message without a schema: enough for the few numbers an OTLP answer holds.
 *
 * Bytes that are no such message give what could be read before they went wrong.
 */
export function readProtobufFields(message: Buffer): ProtobufFields {
  const fields: ProtobufFields = new Map()
  let at = 0
  const varint = () => {
    let value = 0
    for (let scale = 1; at < message.length; scale *= 128) {
      const byte = message[at++] ?? 0
      value += (byte & 0x7f) * scale
      if (byte < 0x80) break
    }
    return value
  }
  const bytes = (length: number) => {
    at += length
    return message.subarray(at - length, at)
  }
  while (at < message.length) {
    const tag = varint()
    const kind = tag % 8
    const value =
      kind === VARINT ? varint() : bytes(kind === BYTES ? varint() : (FIXED[kind] ?? message.length))
    const field = Math.floor(tag / 8)
    fields.set(field, [...(fields.get(field) ?? []), value])
  }
  return fields
}

const FIXED: Record<number, number> = { [FIXED64]: 8, [FIXED32]: 4 }

/** The first message in a field, read in turn; empty where there is none. */
export function messageIn(fields: ProtobufFields, field: number): ProtobufFields {
  const [value] = fields.get(field) ?? []
  return typeof value === 'object' ? readProtobufFields(value) : new Map()
}

/** The first number in a field; 0, as protobuf leaves it out, where there is none. */
export function numberIn(fields: ProtobufFields, field: number): number {
  const [value] = fields.get(field) ?? []
  return typeof value === 'number' ? value : 0
}

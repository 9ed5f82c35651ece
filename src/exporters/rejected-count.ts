import { messageIn, numberIn, readProtobufFields } from './protobuf-fields.js'

const PARTIAL_SUCCESS = 1
const REJECTED = 1

/** Reads from a protobuf answer how many items a receiver refused while it took the rest (OTLP partial success). */
export function rejectedInProtobuf(answer: Buffer): number {
  return numberIn(messageIn(readProtobufFields(answer), PARTIAL_SUCCESS), REJECTED)
}

/** The same from a JSON answer; an answer that is no JSON refuses nothing. */
export function rejectedInJson(answer: Buffer): number {
  try {
    const { partialSuccess }: { partialSuccess?: Record<string, unknown> } = JSON.parse(
      answer.toString('utf8'),
    )
    const { rejectedSpans, rejectedLogRecords, rejectedDataPoints } = partialSuccess ?? {}
    return Number(rejectedSpans ?? rejectedLogRecords ?? rejectedDataPoints ?? 0) || 0
  } catch {
    return 0
  }
}

import type { JsonValue, TranscriptRecord } from 'toolspan'
import type { Transcript } from 'toolspan/audit'

/** A record as a runtime makes it. */
export function record(callId: string, more: Partial<TranscriptRecord> = {}): TranscriptRecord {
  return {
    type: 'tool.input',
    ts: new Date().toISOString(),
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
    toolName: 'look-up',
    toolCallId: callId,
    view: { note: `view of ${callId}` },
    ...more,
  }
}

/** Commits to a payload as the runtime does. */
export const commit = (raw: JsonValue) => (salt: Uint8Array) => ({
  raw: `hmac-sha256:${Buffer.from(salt).toString('hex')}:${JSON.stringify(raw).length}`,
})

/** Writes calls, two records each, many at a time. */
export async function writeCalls(transcript: Transcript, count: number, from = 0): Promise<void> {
  const calls = Array.from({ length: count }, (_, index) => `call_${from + index}`)
  for (let next = 0; next < calls.length; next += 64) {
    await Promise.all(
      calls
        .slice(next, next + 64)
        .flatMap(id => [
          transcript.append(record(id), commit(id)),
          transcript.append(record(id, { type: 'tool.output', outcome: 'ok', durationMs: 1.5 }), commit(id)),
        ]),
    )
  }
}

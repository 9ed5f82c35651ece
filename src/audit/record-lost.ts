import { listSegments, type WriterSegments } from './list-segments.js'
import { type OpenCall, OpenCalls } from './open-calls.js'
import type { RecordFacts } from './prepare-record.js'
import { parseRecordLine } from './record-line.js'
import { segmentLines } from './segment-lines.js'
import type { TranscriptLayout } from './transcript-layout.js'
import { addToRegister, type BegunWriter, isRunning, readRegister } from './writer-register.js'

interface Remains {
  seq: number
  head?: string
  open: OpenCall[]
}

/**
 * Records, in another writer's chain, what writers left that ended without a word: how far each had come, and the calls
 * that it had begun and not ended.
 */
export async function recordLost(
  note: (facts: RecordFacts) => Promise<void>,
  layout: TranscriptLayout,
  own: string,
): Promise<void> {
  const silent = silentWriters(layout.writers, own)
  if (silent.length === 0) return
  const written = new Map((await listSegments(layout.dir)).map(writer => [writer.writer, writer]))
  for (const { writer } of silent) {
    const ts = new Date().toISOString()
    addToRegister(layout.writers, { writer, ts, event: 'lost', found_by: own })
    const { seq, head, open } = await remainsOf(written.get(writer))
    await note({ type: 'session.lost', ts, lost: { writer, seq, ...(head && { head }) } })
    for (const call of open) await note(lostCall(writer, call, ts))
  }
}

function silentWriters(register: string, own: string): BegunWriter[] {
  const begun = new Map<string, BegunWriter>()
  for (const entry of readRegister(register)) {
    if (entry.event === 'begun') begun.set(entry.writer, entry)
    else begun.delete(entry.writer)
  }
  begun.delete(own)
  return [...begun.values()].filter(entry => !isRunning(entry))
}

/** Reads how far a writer came, as far as its lines can be read. */
async function remainsOf(writer: WriterSegments | undefined): Promise<Remains> {
  const calls = new OpenCalls()
  let [seq, head]: [number, string | undefined] = [-1, undefined]
  for (const { path } of writer?.segments ?? []) {
    for await (const lines of segmentLines(path)) {
      for (const { bytes } of lines) {
        const line = parseRecordLine(bytes)
        if (!line) continue
        calls.follow(line.record)
        ;[seq, head] = [line.record.seq, line.stated]
      }
    }
  }
  return { seq, head, open: calls.all() }
}

function lostCall(writer: string, { callId, tool, traceId, spanId, seq }: OpenCall, ts: string): RecordFacts {
  return {
    type: 'call.lost',
    ts,
    call_id: callId,
    tool: tool === undefined ? undefined : { id: tool },
    trace_id: traceId,
    span_id: spanId,
    lost: { writer, seq },
  }
}

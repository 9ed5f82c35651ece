import type { CoveredRecord } from './stored-record.js'

/** A call that was about to run when it was last heard of. */
export interface OpenCall {
  callId: string
  tool?: string
  traceId?: string
  spanId?: string
  seq: number
  ts: string
}

/** Follows the calls of one writer: those whose intent was recorded and whose end was not. */
export class OpenCalls {
  readonly #open = new Map<string, OpenCall>()

  follow({ type, call_id, outcome, tool, trace_id, span_id, seq, ts }: CoveredRecord): void {
    if (call_id === undefined) return
    if (outcome) this.#open.delete(call_id)
    else if (type === 'tool.input')
      this.#open.set(call_id, {
        callId: call_id,
        tool: tool?.id,
        traceId: trace_id,
        spanId: span_id,
        seq,
        ts,
      })
  }

  all(): OpenCall[] {
    return [...this.#open.values()]
  }
}

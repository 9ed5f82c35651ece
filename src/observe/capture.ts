import type { JsonValue, RedactContext, Redactor } from './redact/redactor.js'
import { truncated as DROPPED } from './redact/walk.js'

/** How much of a tool's input and output telemetry may hold: nothing, or what the redactor leaves of it. */
export type Capture = 'none' | 'redacted'

/** A payload as a span attribute can carry it. */
export interface CapturedContent {
  /** JSON text without secrets, at most `CONTENT_LIMIT_BYTES` of UTF-8. */
  json: string
  /** Set when something was dropped or the text was cut, which then is no longer valid JSON. */
  truncated: boolean
  /** Size in bytes of the whole payload as JSON, where it was serialised whole. */
  size?: number
  /** Size in bytes of what was serialised, before it was cut. */
  bytes: number
  /** The payload without its secrets, where the redactor says that nothing of it was dropped. */
  whole?: JsonValue
}

/** Longest captured content; Tempo cuts attributes past 2 048 bytes, in the middle of a character. */
export const CONTENT_LIMIT_BYTES = 2_000
const MARK = '…[truncated]'

/** Serialises a payload for a span: bounded first, then redacted, then cut at a whole character. */
export function captureContent(value: unknown, redactor: Redactor, declared: RedactContext): CapturedContent {
  const budget = 4 * CONTENT_LIMIT_BYTES
  let isWhole = false
  const onWhole = () => {
    isWhole = true
  }
  const safe = redactor.redact(value, { ...declared, budget, onWhole })
  const json = JSON.stringify(safe) ?? 'null'
  const bytes = Buffer.byteLength(json)
  // What the budget dropped was never read, so nobody knows the size of the whole.
  const dropped = json.includes(DROPPED)
  const content = { bytes, size: dropped ? undefined : bytes, whole: isWhole ? safe : undefined }
  if (bytes <= CONTENT_LIMIT_BYTES) return { json, truncated: dropped, ...content }
  return { json: cut(Buffer.from(json)) + MARK, truncated: true, ...content }
}

/** Reads the ecosystem's own switch for content, which an unset `capture` falls back to. */
export function captureFromEnvironment(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Capture {
  const value = env['OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT'] ?? ''
  return /^(true|1|span_only|span_and_event)$/i.test(value.trim()) ? 'redacted' : 'none'
}

function cut(bytes: Buffer): string {
  let end = CONTENT_LIMIT_BYTES - Buffer.byteLength(MARK)
  // A byte of the form 10xxxxxx continues a character that begins before it.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return bytes.subarray(0, end).toString()
}

import {
  type Context,
  createTraceState,
  isSpanContextValid,
  propagation,
  type SpanContext,
  trace,
} from '@opentelemetry/api'
import { quietly } from '../../observe/quietly.js'

/** `_meta` of an MCP request, which carries the W3C fields under their own names. */
export type McpMeta = Readonly<Record<string, unknown>>

const TRACEPARENT = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/
const LONGEST_STATE = 8_192

/**
 * Returns a context under the span that `_meta` names, or nothing where it names none or a malformed one. Works without
 * a registered propagator; a registered one is asked too, for baggage and for what else it carries.
 */
export function remoteContext(meta: McpMeta | undefined, base: Context): Context | undefined {
  const parent = meta && spanContextIn(meta)
  if (!parent) return undefined
  const context = trace.setSpan(base, trace.wrapSpanContext(parent))
  return quietly(() => propagation.extract(context, textsIn(meta))) ?? context
}

/** Returns `_meta` with the context in it: a copy, and only where there is something to add. */
export function withTraceContext(meta: McpMeta | undefined, context: Context): McpMeta | undefined {
  const own = trace.getSpanContext(context)
  // Whoever named a parent already knows better.
  if (!own || !isSpanContextValid(own) || meta?.['traceparent'] !== undefined) return meta
  const fields: Record<string, string> = {}
  quietly(() => propagation.inject(context, fields))
  const state = own.traceState?.serialize()
  return { ...meta, ...fields, traceparent: traceparentOf(own), ...(state && { tracestate: state }) }
}

function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${(traceFlags & 0xff).toString(16).padStart(2, '0')}`
}

function spanContextIn({ traceparent, tracestate }: McpMeta): SpanContext | undefined {
  if (typeof traceparent !== 'string') return undefined
  const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(traceparent) ?? []
  // Version 00 has four fields; a later one may have more.
  if (!traceId || !spanId || !flags || (version === '00' && more)) return undefined
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  if (!isSpanContextValid(parent)) return undefined
  if (typeof tracestate !== 'string' || tracestate.length > LONGEST_STATE) return parent
  return { ...parent, traceState: createTraceState(tracestate) }
}

/** Only texts are fields: a propagator of someone else's may choke on anything else. */
function textsIn(meta: McpMeta): Record<string, string> {
  return Object.fromEntries(
    Object.entries(meta).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

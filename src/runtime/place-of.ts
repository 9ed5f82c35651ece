import { type Context, type Link, TraceFlags, trace } from '@opentelemetry/api'
import { activeContext } from '../observe/context.js'
import type { CallRequest } from './call-request.js'
import type { StoredCall } from './call-store.js'
import type { Kernel } from './kernel.js'

const SAME_TRACE_WITHIN_MS = 30 * 60_000

interface Place {
  parent: Context
  links?: Link[]
}

/** Returns where the span of a call belongs: where its caller says, else where it began, else where it is made. */
export function placeOf({ kernel, continuation }: CallRequest, given: Context | undefined): Place {
  const active = given ?? activeContext()
  if (!continuation) return { parent: active }
  const origin = originOf(kernel, continuation.stored, active)
  return given ? { ...origin, parent: given } : origin
}

/**
 * A call that goes on belongs under the span it began with, or in a trace of its own; with a
 * link to that span either way, as the conventions ask of work that others caused.
 */
function originOf(
  { resumeTrace, clock }: Pick<Kernel, 'resumeTrace' | 'clock'>,
  { facts, createdAt }: StoredCall,
  active: Context,
): Place {
  const { traceId, spanId, traceFlags = TraceFlags.NONE } = facts
  if (!traceId || !spanId) return { parent: active, links: [] }
  const context = { traceId, spanId, traceFlags, isRemote: true }
  const recent = clock.date() - createdAt <= SAME_TRACE_WITHIN_MS
  const same = resumeTrace === 'same' || (resumeTrace === 'auto' && recent)
  return {
    parent: same ? trace.setSpanContext(active, context) : trace.deleteSpan(active),
    links: [{ context }],
  }
}

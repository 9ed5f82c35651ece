import { type Context, createContextKey, type Span, type Tracer, trace } from '@opentelemetry/api'
import type { Capture } from './capture.js'
import type { LogSinks } from './log-sinks.js'
import type { RedactContext, Redactor } from './redact/redactor.js'

/** What the observation of a call needs to know of it: enough to hang spans and logs on, nothing of its tool. */
export interface CallScope {
  readonly toolName: string
  readonly toolCallId: string
  readonly tracer: Tracer
  /** The span of the call or, inside a retried call, of the attempt. */
  readonly span: Span
  /** A context in which `span` is active and this scope is found. */
  readonly context: Context
  readonly redactor: Redactor
  readonly logs: LogSinks
  /** Values declared sensitive in this call's payloads so far, to be taken out of every text. */
  readonly known: Pick<RedactContext, 'values'>
  /** The tool's own word on content; with `'none'` a span says of an error its type alone. */
  readonly capture?: Capture
}

const SCOPE = createContextKey('toolspan.call')

/** Returns a context in which a scope is the ambient one. */
export function withScope(context: Context, scope: CallScope): Context {
  return context.setValue(SCOPE, scope)
}

/** Returns the ambient scope of a context, if it belongs to a tool call. */
export function scopeOf(context: Context): CallScope | undefined {
  return context.getValue(SCOPE) as CallScope | undefined
}

/** Returns the scope of a span inside a call, such as an attempt: the call's own in everything but its span. */
export function scopeUnder(outer: CallScope, span: Span): CallScope {
  const { toolName, toolCallId, tracer, redactor, logs, capture } = outer
  const scope: CallScope = {
    toolName,
    toolCallId,
    tracer,
    span,
    redactor,
    logs,
    capture,
    get context() {
      return context
    },
    get known() {
      return outer.known
    },
  }
  const context = withScope(trace.setSpan(outer.context, span), scope)
  return scope
}

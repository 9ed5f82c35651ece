import { type Context, createContextKey, type Span, type Tracer, trace } from '@opentelemetry/api'
import type { Capture } from './capture.js'
import type { LogSinks } from './log-sinks.js'
import type { OpenSpans } from './open-spans.js'
import type { RedactContext } from './redact/redactor.js'
import type { SinkRedactors } from './sink-redactors.js'

/** What the observation of a call needs to know of it: enough to hang spans and logs on, nothing of its tool. */
export interface CallScope {
  /** The call itself, by which a scope inside it is told from another call's. */
  readonly call: object
  readonly toolName: string
  /** The call's id as it may be told. */
  readonly shownCallId: string
  readonly tracer: Tracer
  /** The span of the call or, inside a retried call, of the attempt. */
  readonly span: Span
  /** A context in which `span` is active and this scope is found. */
  readonly context: Context
  readonly redactors: SinkRedactors
  readonly logs: LogSinks
  /** Values declared sensitive in this call's payloads so far, to be taken out of every text. */
  readonly known: Pick<RedactContext, 'values'>
  /** The tool's own word on content; with `'none'` a span says of an error its type alone. */
  readonly capture?: Capture
  /** The spans inside the call that have not ended. */
  readonly openSpans: OpenSpans
}

const SCOPE = createContextKey('toolspan.call')

/** Returns a context in which a scope is the ambient one. */
export function withScope(context: Context, scope: CallScope): Context {
  return new ScopedContext(context, scope)
}

/** A context with one value more. The API's own copies all values of the outer one, which every call would pay for. */
class ScopedContext implements Context {
  readonly #outer: Context
  readonly #scope: CallScope

  constructor(outer: Context, scope: CallScope) {
    this.#outer = outer
    this.#scope = scope
  }

  getValue(key: symbol): unknown {
    return key === SCOPE ? this.#scope : this.#outer.getValue(key)
  }

  setValue(key: symbol, value: unknown): Context {
    return key === SCOPE
      ? this.#outer.setValue(key, value)
      : new ScopedContext(this.#outer.setValue(key, value), this.#scope)
  }

  deleteValue(key: symbol): Context {
    const outer = this.#outer.deleteValue(key)
    return key === SCOPE ? outer : new ScopedContext(outer, this.#scope)
  }
}

/** Returns the ambient scope of a context, if it belongs to a tool call. */
export function scopeOf(context: Context): CallScope | undefined {
  return context.getValue(SCOPE) as CallScope | undefined
}

/** Returns the scope of a span inside a call, such as an attempt: the call's own in everything but its span. */
export function scopeUnder(outer: CallScope, span: Span): CallScope {
  const { toolName, shownCallId, tracer, redactors, logs, capture, openSpans } = outer
  const scope: CallScope = {
    call: outer.call,
    toolName,
    shownCallId,
    tracer,
    span,
    redactors,
    logs,
    capture,
    openSpans,
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

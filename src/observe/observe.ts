import { type Context, type Span, SpanStatusCode, trace } from '@opentelemetry/api'
import { toAttributes } from './attributes.js'
import { type CallScope, scopeOf } from './call-scope.js'
import { activeContext, runInContext } from './context.js'
import { safeText } from './exception.js'
import type { LogLevel } from './logger.js'
import { quietly } from './quietly.js'
import { recordException } from './record-exception.js'
import { safeFields } from './safe-fields.js'

/** The span that a function given to `observe.span` runs in. */
export interface SpanHandle {
  /** Trace id in hex; `undefined` without an active trace. */
  readonly traceId?: string
  readonly spanId?: string
  setAttribute(key: string, value: unknown): void
  setAttributes(attributes: Record<string, unknown>): void
  addEvent(name: string, attributes?: Record<string, unknown>): void
}

/** Child spans and structured logs from inside a tool. Everything given to it passes the redactor. */
export interface ToolObserve {
  /**
   * Runs `fn` in a child span with exactly this name and these attributes, and answers what it answers.
   *
   * What `fn` throws is recorded and rethrown, the same value. Without an active trace `fn` runs directly.
   */
  span<T>(
    name: string,
    fn: (span: SpanHandle) => T | PromiseLike<T>,
    attributes?: Record<string, unknown>,
  ): Promise<T>
  /**
   * Writes one record with trace id, span id, tool name and call id to the logger, to OpenTelemetry logs and to the
   * span as an event. Without an active trace it does nothing.
   */
  log(level: LogLevel, message: string, data?: Record<string, unknown>): void
}

const noopHandle: SpanHandle = { setAttribute() {}, setAttributes() {}, addEvent() {} }

/** What `observe` is without an active trace. */
export const noopObserve: ToolObserve = {
  span: async (_name, fn) => fn(noopHandle),
  log() {},
}

/** Returns the helper of one call. */
export function createObserve(scope: CallScope): ToolObserve {
  return {
    span: (name, fn, attributes) => spanIn(scope, name, fn, attributes),
    log: (level, message, data) => logIn(scope, level, message, data),
  }
}

/** The helper of the ambient call, for code deep inside a tool that is handed no context. */
export const observe: ToolObserve = {
  span: (name, fn, attributes) => ambient().span(name, fn, attributes),
  log: (level, message, data) => ambient().log(level, message, data),
}

function ambient(): ToolObserve {
  const scope = scopeOf(activeContext())
  return scope ? createObserve(scope) : noopObserve
}

async function spanIn<T>(
  scope: CallScope,
  name: string,
  fn: (span: SpanHandle) => T | PromiseLike<T>,
  attributes?: Record<string, unknown>,
): Promise<T> {
  const parent = contextIn(scope)
  const span = scope.span.isRecording()
    ? quietly(() => startChild(scope, parent, name, attributes))
    : undefined
  if (!span) return fn(handleOf(scope, trace.getSpan(parent) ?? scope.span))
  scope.openSpans.add(span)
  try {
    return await runInContext(trace.setSpan(parent, span), () => fn(handleOf(scope, span)))
  } catch (thrown) {
    scope.openSpans.end(span, () => failChild(scope, span, thrown))
    throw thrown
  } finally {
    scope.openSpans.end(span)
  }
}

function logIn(scope: CallScope, level: LogLevel, message: string, data?: Record<string, unknown>): void {
  const context = contextIn(scope)
  quietly(() =>
    scope.logs.emit({
      level,
      message: safeText(textOf(message, scope), 2_000, scope.redactors.log, scope.known),
      data: safeFields(data, scope.redactors.log, scope.known),
      toolName: scope.toolName,
      toolCallId: scope.shownCallId,
      context,
      span: trace.getSpan(context),
    }),
  )
}

/** A message that is no text, as JavaScript can pass it: what it holds is told as data is. */
function textOf(message: unknown, { redactors, known }: CallScope): string {
  if (typeof message !== 'object' || message === null || message instanceof Error) return String(message)
  return JSON.stringify(safeFields(message, redactors.log, known))
}

/** Where a child belongs: under the running span of the same call, else (in a listener, say) under the call itself. */
function contextIn(scope: CallScope): Context {
  const active = activeContext()
  return scopeOf(active)?.call === scope.call ? active : scope.context
}

function startChild(scope: CallScope, parent: Context, name: string, given?: Record<string, unknown>): Span {
  const fields = safeFields(given, scope.redactors.span, scope.known)
  const safeName = scope.redactors.span.redactText(String(name), scope.known)
  return scope.tracer.startSpan(safeName, { attributes: fields && toAttributes(fields) }, parent)
}

function failChild(scope: CallScope, span: Span, thrown: unknown): void {
  const exception = recordException(span, thrown, scope)
  span.setStatus({ code: SpanStatusCode.ERROR, message: exception.message })
}

function handleOf(scope: CallScope, span: Span): SpanHandle {
  const { traceId, spanId } = quietly(() => span.spanContext()) ?? {}
  const write = (attributes: unknown, use: (safe: ReturnType<typeof toAttributes>) => void) => {
    if (!span.isRecording()) return
    quietly(() => use(toAttributes(safeFields(attributes, scope.redactors.span, scope.known) ?? {})))
  }
  return {
    traceId,
    spanId,
    setAttribute: (key, value) => write({ [key]: value }, safe => span.setAttributes(safe)),
    setAttributes: attributes => write(attributes, safe => span.setAttributes(safe)),
    addEvent: (name, attributes) =>
      write(attributes, safe =>
        span.addEvent(scope.redactors.span.redactText(String(name), scope.known), safe),
      ),
  }
}

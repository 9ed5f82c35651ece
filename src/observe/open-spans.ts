import { type Span, SpanStatusCode } from '@opentelemetry/api'
import { ATTR } from './names.js'
import { quietly } from './quietly.js'

/** The spans inside one call that have not ended, so that a tool that never comes back leaves none open. */
export class OpenSpans {
  readonly #spans = new Set<Span>()

  add(span: Span): void {
    this.#spans.add(span)
  }

  /** Ends a span, unless it was ended already; what `write` adds to it comes first. */
  end(span: Span, write?: () => void): void {
    if (!this.#spans.delete(span)) return
    if (write) quietly(write)
    quietly(() => span.end())
  }

  /** Ends all of them, the innermost first, because of what ended the work they measure. */
  endAll(cause: { errorType?: string; message?: string }): void {
    for (const span of [...this.#spans].reverse()) this.end(span, () => markFailed(span, cause))
  }
}

function markFailed(span: Span, { errorType, message }: { errorType?: string; message?: string }): void {
  if (!errorType) return
  span.setAttribute(ATTR.errorType, errorType)
  span.setStatus({ code: SpanStatusCode.ERROR, message })
}

import type { Span } from '@opentelemetry/api'
import type { Capture } from './capture.js'
import { describeException, type Exception } from './exception.js'
import { ATTR, EVENT } from './names.js'
import type { RedactContext } from './redact/redactor.js'
import type { SinkRedactors } from './sink-redactors.js'

/**
 * Writes a thrown value to a span as `error.type` and an `exception` event, and returns what it wrote.
 *
 * Our own attributes instead of `span.recordException`, which loses causes, prefers codes to class names and redacts
 * nothing. The event follows the OpenTelemetry convention for exceptions on spans. Where no content may be held, the
 * type is all that is written.
 */
export function recordException(
  span: Span,
  thrown: unknown,
  {
    redactors,
    known,
    capture,
  }: { redactors: SinkRedactors; known?: Pick<RedactContext, 'values'>; capture?: Capture },
): Exception {
  const exception = describeException(thrown, redactors.span, known)
  span.setAttribute(ATTR.errorType, exception.type)
  if (capture === 'none') return { type: exception.type, message: exception.type }
  span.addEvent(EVENT.exception, {
    [ATTR.exceptionType]: exception.type,
    [ATTR.exceptionMessage]: exception.message,
    ...(exception.stacktrace && { [ATTR.exceptionStacktrace]: exception.stacktrace }),
  })
  return exception
}

import {
  type Attributes,
  type Context,
  INVALID_SPAN_CONTEXT,
  type Link,
  type Span,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { toAttributes } from './attributes.js'
import { ATTR, OPERATION_EXECUTE_TOOL, SPAN } from './names.js'
import { quietly } from './quietly.js'
import { recordException } from './record-exception.js'
import type { RedactContext, Redactor } from './redact/redactor.js'
import { safeFields } from './safe-fields.js'
import { safeId } from './safe-id.js'
import type { SinkRedactors } from './sink-redactors.js'

/** What is known of a call when its span opens. */
export interface CallStart {
  readonly toolName: string
  /** Read only for a span that records. */
  readonly shownCallId: string
  description?: string
  agentName?: string
  conversationId?: string
  tenant?: string
  /** The caller's own attributes; reserved names win over them. */
  attributes?: Record<string, unknown>
  /** Values declared sensitive in the call's input. */
  readonly known?: Pick<RedactContext, 'values'>
}

/** How a call ended, in words a span can carry. */
export interface CallEnd {
  outcome: string
  /** Set on every outcome with an error status. */
  errorType?: string
  /** Safe text for the span's status. */
  message?: string
  /** What was thrown, when something was. */
  thrown?: { value: unknown }
  attributes?: Attributes
}

// An SDK keeps the first 128 attributes of a span, and our own come last.
const MOST_GIVEN = 100

/**
 * Opens the span of a call. Governed by the `gen_ai.execute_tool` span of the GenAI conventions.
 *
 * What a sampler may decide by is there at the start; the rest is written only to a span that records.
 */
export function startCallSpan(
  tracer: Tracer,
  start: CallStart,
  redactor: Redactor,
  parent: Context,
  links?: Link[],
): Span {
  const attributes: Attributes = {
    ...(start.attributes && quietly(() => givenAttributes(start, redactor))),
    [ATTR.operationName]: OPERATION_EXECUTE_TOOL,
    [ATTR.toolName]: start.toolName,
  }
  return (
    quietly(() => {
      const span = tracer.startSpan(SPAN.executeTool(start.toolName), { attributes, links }, parent)
      if (span.isRecording()) span.setAttributes(describe(start, redactor))
      return span
    }) ?? trace.wrapSpanContext(trace.getSpanContext(parent) ?? INVALID_SPAN_CONTEXT)
  )
}

function givenAttributes({ attributes, known }: CallStart, redactor: Redactor): Attributes {
  const safe = Object.entries(safeFields(attributes, redactor, known) ?? {})
  return toAttributes(Object.fromEntries(safe.slice(0, MOST_GIVEN)))
}

function describe(start: CallStart, redactor: Redactor): Attributes {
  const attributes: Attributes = { [ATTR.toolType]: 'function', [ATTR.toolCallId]: start.shownCallId }
  const safe = (id: string) => safeId(id, redactor, start.known)
  if (start.description) attributes[ATTR.toolDescription] = start.description
  if (start.agentName) attributes[ATTR.agentName] = safe(start.agentName)
  if (start.conversationId) attributes[ATTR.conversationId] = safe(start.conversationId)
  if (start.tenant) attributes[ATTR.tenant] = safe(start.tenant)
  return attributes
}

/** Writes to the span of a call how it ended. */
export function writeCallEnd(
  span: Span,
  end: CallEnd,
  redaction: { redactors: SinkRedactors; known?: Pick<RedactContext, 'values'> },
): void {
  quietly(() => {
    if (!span.isRecording()) return
    if (end.thrown) recordException(span, end.thrown.value, redaction)
    span.setAttributes({ ...end.attributes, [ATTR.outcome]: end.outcome })
    if (!end.errorType) return
    span.setAttribute(ATTR.errorType, end.errorType)
    span.setStatus({ code: SpanStatusCode.ERROR, message: end.message })
  })
}

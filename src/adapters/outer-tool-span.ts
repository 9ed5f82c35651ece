import { type Span, trace } from '@opentelemetry/api'
import { activeContext } from '../observe/context.js'
import { ATTR, OPERATION_EXECUTE_TOOL } from '../observe/names.js'
import { quietly } from '../observe/quietly.js'

/**
 * Gives the span that a framework opened around a call another name, where it is the `execute_tool` span of the same
 * call: one call has one such span, and ours tells how the call ended. The framework's stays, as what it is: a wrapper.
 *
 * @param name What the framework calls its part of the work.
 */
export function renameOuterToolSpan(toolCallId: string | undefined, name: string): void {
  quietly(() => {
    const outer = trace.getSpan(activeContext())
    if (!outer || toolCallId === undefined || !isToolSpanOf(outer, toolCallId)) return
    outer.updateName(name)
    outer.setAttribute(ATTR.operationName, name)
  })
}

/** The SDK's spans can be read, which the API does not promise. */
function isToolSpanOf(span: Span, toolCallId: string): boolean {
  const { attributes } = span as { attributes?: Record<string, unknown> }
  return (
    attributes?.[ATTR.operationName] === OPERATION_EXECUTE_TOOL && attributes[ATTR.toolCallId] === toolCallId
  )
}

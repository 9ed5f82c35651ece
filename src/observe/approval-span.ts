import type { Context, Link, Tracer } from '@opentelemetry/api'
import { ATTR, SPAN } from './names.js'
import { quietly } from './quietly.js'

/** A decision on a call, as a span tells it. */
export interface DecidedCall {
  toolName: string
  toolCallId: string
  decision: string
  deciderKind: string
  /** When the call began to wait and when it was decided, in milliseconds since 1970. */
  askedAt: number
  decidedAt: number
}

/** Writes the span of a decision, from when it was asked for to when it was made. */
export function writeApprovalSpan(
  tracer: Tracer,
  decided: DecidedCall,
  parent: Context,
  links?: Link[],
): void {
  const { toolName, toolCallId, decision, deciderKind, askedAt, decidedAt } = decided
  const attributes = {
    [ATTR.toolName]: toolName,
    [ATTR.toolCallId]: toolCallId,
    [ATTR.approvalDecision]: decision,
    [ATTR.approvalDeciderKind]: deciderKind,
  }
  quietly(() =>
    tracer
      .startSpan(SPAN.toolApproval(toolName), { attributes, links, startTime: askedAt }, parent)
      .end(Math.max(askedAt, decidedAt)),
  )
}

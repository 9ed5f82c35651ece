import type { Context } from '@opentelemetry/api'
import type { CallStore, StoredCall } from '../../runtime/call-store.js'
import type { ToolResult } from '../../runtime/result.js'
import type { Runtime } from '../../runtime/runtime.js'
import type { ElicitationAnswer, McpContext } from '../../runtime/tool-context.js'

/** What a call goes on with. */
export interface GoOn {
  runtime: Runtime
  tickets: CallStore
  /** Who answers. */
  by: string
  mcp: McpContext
  abortSignal: AbortSignal
  parent: Context | undefined
}

/**
 * Lets a call that waits go on as the person answered, with the input that the store holds; nothing where they answered
 * nothing that it could go on with.
 *
 * @throws {TicketError} When it does not wait any more, or they may not decide.
 */
export function goOnWith(
  { runtime, by, mcp, abortSignal, parent }: GoOn,
  { id, kind, shown }: StoredCall,
  { action, content }: ElicitationAnswer,
): Promise<ToolResult> | undefined {
  const options = { mcp, abortSignal, parent }
  if (kind === 'suspend') return action === 'accept' ? runtime.resume(id, content ?? {}, options) : undefined
  const reason = typeof content?.['reason'] === 'string' ? content['reason'] : undefined
  if (action === 'accept') return runtime.approve(id, { by, reason, presented: shown, ...options })
  // Nobody comes back to this call, so a question that was put away is a no.
  const why = action === 'cancel' ? 'the question was put away unanswered' : reason
  return runtime.deny(id, { by, reason: why, presented: shown })
}

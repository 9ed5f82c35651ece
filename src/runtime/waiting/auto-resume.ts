import type { Kernel } from '../kernel.js'
import type { ToolResult } from '../result.js'
import { type JsonSchema, toJsonSchema } from '../schema.js'
import { listPending } from './list-pending.js'
import type { PendingCall } from './pending-call.js'
import { type ResumeOptions, resume } from './resume.js'

/** Options of `runtime.autoResumeSuspendedTools`. */
export interface AutoResumeOptions extends ResumeOptions {
  /** What the user said. */
  message: unknown
  /**
   * Takes from the message what a tool waits for, in the shape of its `resumeSchema`; answers `undefined` when the message
   * says nothing of it. A model does this well.
   */
  extract: (schema: JsonSchema, message: unknown, pending: PendingCall) => unknown
  /** Which of the suspended calls may be resumed. Default: all of the conversation, where there is one. */
  filter?: (pending: PendingCall) => boolean
}

/**
 * Resumes the suspended calls that a user's message answers, oldest first. Calls without a `resumeSchema` wait for a
 * `resume` of their own, and no message ever approves a call.
 */
export async function autoResume(
  kernel: Kernel,
  scope: { tenant?: string; conversationId?: string },
  { message, extract, filter = () => true, ...options }: AutoResumeOptions,
): Promise<ToolResult[]> {
  const pending = await listPending(kernel, scope.tenant)
  const results: ToolResult[] = []
  for (const call of pending) {
    if (call.kind !== 'suspend' || !isOfConversation(call, scope.conversationId) || !filter(call)) continue
    const schema = resumeSchemaOf(kernel, call.toolName)
    const resumeData = schema && (await extract(schema, message, call))
    if (resumeData === undefined) continue
    results.push(await resume(kernel, scope.tenant, call.ticket, resumeData, options))
  }
  return results
}

function isOfConversation(call: PendingCall, conversationId: string | undefined): boolean {
  return conversationId === undefined || call.conversationId === conversationId
}

function resumeSchemaOf({ tools }: Kernel, toolName: string): JsonSchema | undefined {
  const schema = tools.get(toolName)?.resumeSchema
  const json = schema && toJsonSchema(schema, 'input')
  return json && 'schema' in json ? json.schema : undefined
}

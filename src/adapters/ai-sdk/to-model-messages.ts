import { importPeer } from '../../observe/import-peer.js'
import type { JsonValue } from '../../observe/redact/redactor.js'
import type { AiDoor } from './ai-door.js'
import { aiTool } from './ai-tool.js'
import type { AiToolResultOutput } from './model-output.js'
import { restoreMessage } from './restore-message.js'

/** A UI message as a client sends it back. */
export interface AiUiMessage {
  role: 'system' | 'user' | 'assistant'
  parts: readonly object[]
}

type TextPart = { type: 'text'; text: string }
type FilePart = { type: 'file'; data: string | URL; mediaType: string; filename?: string }

/** A model message as both versions of the AI SDK take it. */
export type AiModelMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | (TextPart | FilePart)[] }
  | {
      role: 'assistant'
      content:
        | string
        | (
            | TextPart
            | FilePart
            | { type: 'reasoning'; text: string }
            | { type: 'tool-call'; toolCallId: string; toolName: string; input: unknown }
            | { type: 'tool-approval-request'; approvalId: string; toolCallId: string }
          )[]
    }
  | {
      role: 'tool'
      content: (
        | { type: 'tool-result'; toolCallId: string; toolName: string; output: ToolOutput }
        | { type: 'tool-approval-response'; approvalId: string; approved: boolean; reason?: string }
      )[]
    }

type ToolOutput =
  | AiToolResultOutput
  | { type: 'error-text'; value: string }
  | { type: 'error-json'; value: JsonValue }
  | { type: 'execution-denied'; reason?: string }

/**
 * Makes model messages of UI messages, with the real values of the calls of these tools in them.
 *
 * @throws {MissingPackageError} When the AI SDK is not installed.
 */
export async function toModelMessages(
  door: AiDoor,
  uiMessages: readonly AiUiMessage[],
): Promise<AiModelMessage[]> {
  const ai = await importPeer('ai', () => import('ai'))
  door.version = 'toUIMessageStream' in ai ? 7 : 6
  const restored = await Promise.all(uiMessages.map(message => restoreMessage(door, message)))
  const tools = Object.fromEntries(door.runtime.tools.map(tool => [tool.id, aiTool(door, tool)]))
  // Both versions take it, each with types of its own.
  const convert = ai.convertToModelMessages as unknown as (
    messages: readonly AiUiMessage[],
    options: { tools: object },
  ) => Promise<AiModelMessage[]>
  return convert(restored, { tools })
}

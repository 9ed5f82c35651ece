import { runCall } from '../../runtime/call.js'
import { Call } from '../../runtime/call-state.js'
import { type ToolResult, toResult } from '../../runtime/result.js'
import type { AnyToolDefinition } from '../../runtime/tool.js'
import { renameOuterToolSpan } from '../outer-tool-span.js'
import type { AiDoor } from './ai-door.js'
import { answerOf } from './answer.js'
import { runApproved } from './approval.js'
import { type AiExecutionOptions, callOptionsOf, versionOf } from './execution-options.js'
import { rememberEnd } from './remember-end.js'
import { isReplay } from './replay.js'

/**
 * Runs a tool for the AI SDK: the call that it has begun already, one that a person approved, or a new one.
 *
 * @throws {ToolCallError} When the call does not end `ok`; the message is for the model.
 */
export async function runTool(
  door: AiDoor,
  tool: AnyToolDefinition,
  input: unknown,
  options: AiExecutionOptions,
): Promise<unknown> {
  // The name that this wrapper has in version 6, whose telemetry leaves `execute_tool` to others.
  door.version = versionOf(options)
  renameOuterToolSpan(options.toolCallId, `ai.toolCall ${tool.id}`)
  const result = await resultOf(door, tool, input, options)
  const remembering = rememberEnd(door, tool, input, result)
  if (remembering) await remembering
  return result.outcome === 'ok' ? result.output : answerOf(result)
}

function resultOf(
  door: AiDoor,
  tool: AnyToolDefinition,
  input: unknown,
  options: AiExecutionOptions,
): Promise<ToolResult> {
  const held = door.held.take(tool, options.toolCallId)
  if (held) {
    held.give(input)
    return held.run(options.abortSignal)
  }
  if (isReplay(options.messages, options.toolCallId)) return runApproved(door, tool, options)
  return callNow(door, tool, input, options)
}

/** Calls a tool through the pipeline as `runtime.call` does. */
export function callNow(
  { binding: { kernel, defaults } }: AiDoor,
  tool: AnyToolDefinition,
  input: unknown,
  options: AiExecutionOptions,
): Promise<ToolResult> {
  const called = { tool, toolName: tool.id, input, options: callOptionsOf(options, defaults) }
  return runCall(new Call({ kernel, defaults, ...called, hasResult: true }), toResult)
}

import { definitionOf } from '../../runtime/create-tool.js'
import type { AnyToolDefinition } from '../../runtime/tool.js'
import type { AiDoor } from './ai-door.js'
import { denyCall } from './approval.js'
import type { RememberedCall } from './call-history.js'
import { settleClientCall } from './client-call.js'
import { RestoredOutput } from './restored-output.js'
import type { AiUiMessage } from './to-model-messages.js'
import { toolPartOf, type UiToolPart } from './ui-tool-part.js'

/**
 * Puts the real values back into a message that a client had only the safe ones of, and may have changed. Nothing of a
 * tool's payload in it is taken as it is, but what only a client can know: the output of a tool that runs there, and
 * whether the user said yes.
 */
export async function restoreMessage(door: AiDoor, message: AiUiMessage): Promise<AiUiMessage> {
  if (message.role !== 'assistant' || !Array.isArray(message.parts)) return message
  return { ...message, parts: await Promise.all(message.parts.map(part => restorePart(door, part))) }
}

async function restorePart(door: AiDoor, given: object): Promise<object> {
  const found = toolPartOf(given)
  const tool = found && door.runtime.tools.find(({ id }) => id === found.toolName)
  if (!found || !tool || found.part.providerExecuted) return given
  const definition = definitionOf(tool)
  const { rawInput: _, ...part } = found.part
  const remembered = await door.history.find(definition.id, part.toolCallId)
  await tellDenial(door, definition.id, part)
  return {
    ...part,
    // What was asked for is not known any more, and what a client says of it is no input.
    input: remembered ? remembered.input : {},
    ...endOf(door, definition, part, remembered),
  }
}

async function tellDenial(door: AiDoor, toolName: string, part: UiToolPart): Promise<void> {
  const { state, approval, toolCallId } = part
  if (state !== 'approval-responded' || approval?.approved !== false) return
  await denyCall(door, toolName, toolCallId, approval.reason)
}

function endOf(
  door: AiDoor,
  tool: AnyToolDefinition,
  { state, toolCallId, output }: UiToolPart,
  remembered: RememberedCall | undefined,
): Partial<UiToolPart> {
  const ended = remembered?.ended
  switch (state) {
    case 'output-error':
      return { errorText: ended && ended.outcome !== 'ok' ? ended.message : `${tool.id} failed.` }
    case 'output-available':
      if (!tool.execute) {
        settleClientCall(door, toolCallId, output)
        return { output }
      }
      return { output: new RestoredOutput(seenByModel(tool, remembered)) }
    default:
      return {}
  }
}

function seenByModel({ id }: AnyToolDefinition, remembered: RememberedCall | undefined): unknown {
  if (remembered?.ended?.outcome === 'ok') return remembered.ended.modelOutput
  if (remembered) return `${id} has given no result yet.`
  return `What ${id} gave is not known any more; call it again if it matters.`
}

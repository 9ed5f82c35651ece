import { definitionOf } from '../../runtime/create-tool.js'
import type { AiDoor } from './ai-door.js'

/** What the AI SDK tells of a call that it cannot make. */
export interface BrokenCall {
  toolCall: { toolCallId: string; toolName: string; input: string }
}

/** Has the type of the SDK's own repair function, and never repairs. */
export type RepairToolCall = (broken: BrokenCall) => Promise<null>

/**
 * Records a call that the AI SDK refuses without running anything: of a tool that there is not, or with an input that is
 * no JSON. Both end in the runtime as they would by any other door.
 */
export async function recordBrokenCall(door: AiDoor, { toolCall }: BrokenCall): Promise<null> {
  const { toolCallId, toolName, input } = toolCall
  const tool = door.runtime.tools.find(({ id }) => id === toolName)
  const held = tool && door.held.take(definitionOf(tool), toolCallId)
  if (held) {
    held.giveUp()
    await held.run(undefined)
  } else if (!tool || !isJson(input)) {
    await door.runtime.call(toolName, input, { toolCallId })
  }
  return null
}

/** A call that could be read is refused for a reason that is not the runtime's. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

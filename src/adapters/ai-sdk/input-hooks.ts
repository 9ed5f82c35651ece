import type { AnyToolDefinition } from '../../runtime/tool.js'
import type { AiDoor } from './ai-door.js'
import type { AiTool } from './ai-tool.js'
import { dispatch } from './client-call.js'
import { versionOf } from './execution-options.js'

/**
 * Tells the runtime of an input on its way. A call is begun early only where someone is to hear of it: the others begin
 * when the SDK runs them, inside of what the SDK has open then.
 */
export function inputHooks(
  door: AiDoor,
  tool: AnyToolDefinition,
): Pick<AiTool, 'onInputStart' | 'onInputDelta' | 'onInputAvailable'> {
  const { held } = door
  return {
    onInputStart(options) {
      door.version = versionOf(options)
      if (isFollowed(door, tool)) held.hold(tool, options).expectStream()
    },
    async onInputDelta({ inputTextDelta, toolCallId }) {
      await held.get(tool, toolCallId)?.delta(inputTextDelta)
    },
    onInputAvailable(options) {
      door.version = versionOf(options)
      const { input, toolCallId, abortSignal } = options
      if (!tool.execute) return dispatch(door, tool, input, options)
      const call = held.get(tool, toolCallId)
      call?.follow(abortSignal)
      call?.give(input)
      if (call) return call.beforeRun().then(() => {})
    },
  }
}

/** Tells whether anyone is to be told of an input while it streams in. */
function isFollowed({ binding: { kernel } }: AiDoor, tool: AnyToolDefinition): boolean {
  return tool.onInputStart !== undefined || tool.onInputDelta !== undefined || kernel.events.watched
}

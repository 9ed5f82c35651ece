import type { Call } from '../../runtime/call-state.js'
import { definitionOf } from '../../runtime/create-tool.js'
import { show } from '../../runtime/show.js'
import { restOfDeltas } from '../../runtime/show-pieces.js'
import type { AnyToolDefinition } from '../../runtime/tool.js'
import type { AiDoor } from './ai-door.js'
import { errorTextOf } from './error-text.js'
import { ForeignChunks } from './foreign-chunks.js'
import type { ShownChunk, ToolChunk } from './shown-chunk.js'
import { shownOutput } from './shown-output.js'
import { readInput, shownIn, viewCall } from './view-call.js'

/** Shows the chunks of one stream: those of the runtime's tools with display payloads, those of others as redacted. */
export class UiChunks {
  readonly #door: AiDoor
  readonly #foreign: ForeignChunks
  readonly #names = new Map<string, string>()
  /** The calls as far as they are looked at, by their ids. */
  readonly #views = new Map<string, Promise<Call>>()

  constructor(door: AiDoor) {
    this.#door = door
    this.#foreign = new ForeignChunks(door.binding.kernel)
  }

  /** Returns what takes the place of a chunk: nothing, where nobody may see it. */
  async show(chunk: ShownChunk): Promise<readonly ShownChunk[]> {
    const { toolCallId, toolName } = chunk
    if (typeof toolCallId !== 'string') return [chunk]
    if (toolName !== undefined) this.#names.set(toolCallId, toolName)
    const tool = this.#toolOf(toolCallId)
    return tool
      ? this.#showTool({ ...chunk, toolCallId }, tool)
      : this.#foreign.show({ ...chunk, toolCallId })
  }

  /** Calls that the stream told of and that the SDK did not run will not be run any more. */
  end(): void {
    for (const toolCallId of this.#names.keys())
      this.#door.held.drop(toolCallId, 'The stream ended before the call was run')
  }

  #toolOf(toolCallId: string): AnyToolDefinition | undefined {
    const name = this.#names.get(toolCallId) ?? this.#door.results.get(toolCallId)?.toolName
    const tool = this.#door.runtime.tools.find(({ id }) => id === name)
    return tool && definitionOf(tool)
  }

  async #showTool(chunk: ToolChunk, tool: AnyToolDefinition): Promise<readonly ShownChunk[]> {
    switch (chunk.type) {
      case 'tool-input-delta':
        return this.#showDelta(chunk, tool)
      case 'tool-input-available':
      case 'tool-input-error':
        return this.#showInput(chunk, tool)
      case 'tool-output-available': {
        const call = await this.#view(chunk.toolCallId, tool)
        return [{ ...chunk, output: await shownOutput(this.#door, call, chunk) }]
      }
      case 'tool-output-error':
        return [{ ...chunk, errorText: await errorTextOf(this.#door, chunk.toolCallId) }]
      case 'tool-approval-request': {
        const { inputSchemaInput: _, ...shown } = chunk
        return [shown]
      }
      default:
        return [chunk]
    }
  }

  async #showDelta(chunk: ToolChunk, tool: AnyToolDefinition): Promise<readonly ShownChunk[]> {
    const call = await this.#view(chunk.toolCallId, tool)
    const shown = await show(call, 'display', 'inputDelta', chunk.inputTextDelta)
    if (!('payload' in shown) || shown.payload === '') return []
    const { payload } = shown
    return [{ ...chunk, inputTextDelta: typeof payload === 'string' ? payload : JSON.stringify(payload) }]
  }

  async #showInput(chunk: ToolChunk, tool: AnyToolDefinition): Promise<readonly ShownChunk[]> {
    const { toolCallId, input, type } = chunk
    const call = await this.#view(toolCallId, tool)
    call.rawInput = input
    call.input = input
    await readInput(call)
    const whole: ShownChunk = { ...chunk, input: await shownIn(call, 'input', call.input) }
    if (type === 'tool-input-error') {
      this.#door.held.drop(toolCallId, 'The input is no JSON')
      return [{ ...whole, errorText: await errorTextOf(this.#door, toolCallId) }]
    }
    const rest = restOfDeltas(call, 'display')
    return rest === '' ? [whole] : [{ type: 'tool-input-delta', toolCallId, inputTextDelta: rest }, whole]
  }

  #view(toolCallId: string, tool: AnyToolDefinition): Promise<Call> {
    const view = this.#views.get(toolCallId) ?? this.#open(toolCallId, tool)
    this.#views.set(toolCallId, view)
    return view
  }

  async #open(toolCallId: string, tool: AnyToolDefinition): Promise<Call> {
    const remembered = await this.#door.history.find(tool.id, toolCallId)
    return viewCall(this.#door, tool, toolCallId, remembered?.input)
  }
}

import { createTextStream, type TextStream } from '../../observe/redact/text-stream.js'
import type { Kernel } from '../../runtime/kernel.js'
import type { ShownChunk, ToolChunk } from './shown-chunk.js'

/** Shows the chunks of tools that are not the runtime's, or that nobody has: what the redactor leaves of them. */
export class ForeignChunks {
  readonly #kernel: Kernel
  readonly #inputs = new Map<string, TextStream>()

  constructor(kernel: Kernel) {
    this.#kernel = kernel
  }

  show(chunk: ToolChunk): readonly ShownChunk[] {
    return chunk.type === 'tool-input-delta'
      ? this.#delta(chunk)
      : [...this.#rest(chunk), this.#redacted(chunk)]
  }

  #delta(chunk: ToolChunk): readonly ShownChunk[] {
    const { toolCallId, inputTextDelta = '' } = chunk
    const text = this.#inputs.get(toolCallId) ?? createTextStream(this.#kernel.redactor)
    this.#inputs.set(toolCallId, text)
    const shown = text.push(inputTextDelta)
    return shown === '' ? [] : [{ ...chunk, inputTextDelta: shown }]
  }

  /** What was held back of a streamed input comes before whatever follows it. */
  #rest({ toolCallId, type }: ToolChunk): readonly ShownChunk[] {
    const rest = type === 'tool-input-start' ? '' : (this.#inputs.get(toolCallId)?.end() ?? '')
    this.#inputs.delete(toolCallId)
    return rest === '' ? [] : [{ type: 'tool-input-delta', toolCallId, inputTextDelta: rest }]
  }

  #redacted(chunk: ToolChunk): ShownChunk {
    const { display } = this.#kernel.redactors
    const { inputSchemaInput: _, ...shown } = chunk
    if ('input' in shown) shown.input = display.redact(shown.input)
    if ('output' in shown) shown.output = display.redact(shown.output)
    if (typeof shown.errorText === 'string') shown.errorText = display.redactText(shown.errorText)
    return shown
  }
}

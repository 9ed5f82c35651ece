import type { AiDoor } from './ai-door.js'
import { showingOptions } from './show-message.js'
import type { ShownChunk } from './shown-chunk.js'
import { UiChunks } from './ui-chunks.js'

/** The result of `streamText`, or of an agent's `stream`. */
export interface UiStreamSource {
  toUIMessageStream(options?: never): ReadableStream<unknown>
}

/** The stream that such a result gives. */
export type UiStreamOf<TSource extends UiStreamSource> = ReturnType<TSource['toUIMessageStream']>

/**
 * Returns the UI message stream of a result with what people may see of each tool call. What is kept of a message when
 * the stream has ended (`onFinish`, `onEnd`) is the same: it may be given to a client again.
 */
export function toUIStream<TSource extends UiStreamSource>(
  door: AiDoor,
  result: TSource,
  options: Parameters<TSource['toUIMessageStream']>[0],
): UiStreamOf<TSource> {
  const chunks = new UiChunks(door)
  const shown = new TransformStream<ShownChunk, ShownChunk>({
    async transform(chunk, controller) {
      for (const one of await chunks.show(chunk)) controller.enqueue(one)
    },
    flush: () => chunks.end(),
  })
  const source = result.toUIMessageStream(showingOptions(door, options)) as ReadableStream<ShownChunk>
  // The types of chunks stay what they are, and a stream of Node can be iterated.
  return source.pipeThrough(shown) as unknown as UiStreamOf<TSource>
}

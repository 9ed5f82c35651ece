import { runCall } from './call.js'
import type { CallOptions, CallRequest } from './call-request.js'
import { Call } from './call-state.js'
import type { EventSubscription } from './events.js'
import { InputStream } from './input-stream.js'
import { onAbort } from './on-abort.js'
import { type ToolResult, toResult } from './result.js'
import { problemWith } from './stages/check-call-options.js'
import { watchEvents } from './watch-events.js'

/** Options of `runtime.open`: which tool is called, and what `runtime.call` takes. */
export interface OpenCallOptions extends CallOptions {
  toolName: string
}

/**
 * A call whose input streams in. Its span is open from the start, and its deadline covers the waiting; the time the input
 * takes to arrive is not in its duration.
 */
export interface OpenCall<TInput = unknown, TOutput = unknown> {
  readonly toolCallId: string
  /**
   * Adds a piece of the input's JSON text, which may be cut anywhere. Resolves when the tool's `onInputDelta` is done with
   * it, so that awaiting it slows a model down to the hook, within the hook's limit. Pieces keep their order, awaited or
   * not; those of a call that has ended are dropped.
   *
   * @throws TypeError for a piece that is not text, and after `end()` or `available()`.
   */
  delta(text: string): Promise<void>
  /**
   * Makes the text so far the input. Text that is not JSON ends the call `input_invalid`; no text is a missing input.
   *
   * @throws TypeError when the input is complete already.
   */
  end(): void
  /**
   * Makes this value the input, whatever was written of its text.
   *
   * @throws TypeError when the input is complete already.
   */
  available(input: TInput): void
  /** Cancels the call, as the caller's signal does. */
  abort(reason?: unknown): void
  /** How the call ended. Never rejects. */
  readonly result: Promise<ToolResult<TOutput>>
  /** The call's events from its very first, as people may see them; ends with the call. */
  readonly events: EventSubscription
}

/** Opens a call whose input streams in: the same pipeline, one stage of which waits for the input. */
export function openCall(request: Omit<CallRequest, 'input' | 'stream' | 'events' | 'hasResult'>): OpenCall {
  const { events, subscription } = watchEvents(request.kernel.events)
  const stream = new InputStream()
  const caller = cancellable(request.options)
  const { unfinished } = request.kernel
  const cancel = () => {
    if (!stream.complete) caller.abort(new Error('The runtime was closed before the input was there'))
  }
  unfinished.add(cancel)
  const call = new Call({
    ...request,
    input: undefined,
    stream,
    events,
    options: caller.options,
    hasResult: true,
  })
  const result = runCall(call, toResult)
  const closeEvents = () => subscription.close()
  function close(): void {
    unfinished.delete(cancel)
    stream.close()
    caller.release()
    if (call.announcing) call.announcing.then(closeEvents, closeEvents)
    else closeEvents()
  }
  result.then(close, close)
  return {
    toolCallId: call.toolCallId,
    delta: text => stream.delta(text),
    end: () => stream.end(),
    available: input => stream.available(input),
    abort: caller.abort,
    result,
    events: subscription,
  }
}

/** Returns options whose signal is aborted by the caller's own or by `abort`. Options of no use are left to their stage. */
function cancellable(options: CallOptions) {
  if (problemWith(options)) return { options, abort() {}, release() {} }
  const { abortSignal } = options
  const controller = new AbortController()
  const abort = (reason?: unknown) => controller.abort(reason)
  const follow = () => abort(abortSignal?.reason)
  if (abortSignal?.aborted) follow()
  return {
    options: { ...options, abortSignal: controller.signal },
    abort,
    release: abortSignal && !abortSignal.aborted ? onAbort(abortSignal, follow) : () => {},
  }
}

import type { Timer } from '../../observe/clock.js'
import type { Binding } from '../../runtime/binding.js'
import type { AnyToolDefinition } from '../../runtime/tool.js'
import { type AiExecutionOptions, callOptionsOf } from './execution-options.js'
import { HeldCall } from './held-call.js'

/** How long a call is held that the SDK has not spoken of again: its stream broke off, or it was never to run. */
const LONGEST_HOLD_MS = 300_000

interface Entry {
  call: HeldCall
  since: number
}

/** The calls that the AI SDK has begun and not run yet, by their id; the oldest first. */
export class HeldCalls {
  readonly #binding: Binding
  readonly #entries = new Map<string, Entry>()
  #sweep: Timer | undefined

  constructor(binding: Binding) {
    this.#binding = binding
  }

  /** Returns the call of an id, if one is held for this tool. */
  get(tool: AnyToolDefinition, toolCallId: string): HeldCall | undefined {
    const call = this.#entries.get(toolCallId)?.call
    return call?.toolName === tool.id ? call : undefined
  }

  /** Holds a new call. One of the same id was begun again, such as by a model that was asked once more. */
  hold(tool: AnyToolDefinition, options: AiExecutionOptions): HeldCall {
    const { toolCallId } = options
    const { kernel, defaults } = this.#binding
    this.drop(toolCallId, 'The call was begun anew')
    const call = new HeldCall(this.#binding, tool, callOptionsOf(options, defaults))
    this.#entries.set(toolCallId, { call, since: kernel.clock.now() })
    kernel.unfinished.add(this.#close)
    this.#sweepLater(LONGEST_HOLD_MS)
    return call
  }

  /** Returns a held call that is about to end, and forgets it. */
  take(tool: AnyToolDefinition, toolCallId: string): HeldCall | undefined {
    const call = this.get(tool, toolCallId)
    if (call) this.#forget(toolCallId)
    return call
  }

  /** Cancels a held call that will not run. */
  drop(toolCallId: string, reason: string): void {
    const entry = this.#entries.get(toolCallId)
    if (!entry) return
    this.#forget(toolCallId)
    entry.call.abort(new Error(reason))
  }

  readonly #close = () => {
    for (const toolCallId of [...this.#entries.keys()]) this.drop(toolCallId, 'The runtime was closed')
  }

  #forget(toolCallId: string): void {
    this.#entries.delete(toolCallId)
    if (this.#entries.size === 0) this.#binding.kernel.unfinished.delete(this.#close)
  }

  /** One timer for all, as most calls are held for no time at all. */
  #sweepLater(ms: number): void {
    if (this.#sweep) return
    this.#sweep = this.#binding.kernel.clock.setTimeout(() => this.#sweepNow(), ms)
    this.#sweep.unref()
  }

  #sweepNow(): void {
    this.#sweep = undefined
    const now = this.#binding.kernel.clock.now()
    for (const [toolCallId, { since }] of [...this.#entries]) {
      const remainingMs = since + LONGEST_HOLD_MS - now
      if (remainingMs > 0) {
        this.#sweepLater(remainingMs)
        return
      }
      this.drop(toolCallId, 'The call was never run')
    }
  }
}

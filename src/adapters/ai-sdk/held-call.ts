import { isDeepStrictEqual } from 'node:util'
import type { Binding } from '../../runtime/binding.js'
import { runCall } from '../../runtime/call.js'
import type { CallOptions } from '../../runtime/call-request.js'
import { Call } from '../../runtime/call-state.js'
import { onAbort } from '../../runtime/on-abort.js'
import { type OpenCall, openCall } from '../../runtime/open-call.js'
import { type ToolResult, toResult } from '../../runtime/result.js'
import type { AnyToolDefinition } from '../../runtime/tool.js'
import { Turn } from '../../runtime/turn.js'

/**
 * A call that the AI SDK tells of in parts: its input as it streams in, the whole input, whether it needs approval, and
 * last to run it. All of it is one call of the pipeline, held back until the SDK runs it.
 *
 * The SDK does not say whether an input will stream in, only that it begins; so a call counts as streamed from its first
 * piece, or from the next turn of the event loop.
 */
export class HeldCall {
  readonly toolName: string
  readonly #binding: Binding
  readonly #tool: AnyToolDefinition
  readonly #options: CallOptions
  readonly #turn = new Turn(() => this.#reached())
  readonly #waiting: ((result: undefined) => void)[] = []
  readonly #followed = new Map<AbortSignal, () => void>()
  #opening: NodeJS.Immediate | undefined
  #open: OpenCall | undefined
  #call: Call | undefined
  #aborted: { reason: unknown } | undefined
  #text = ''
  #hasInput = false
  #result: Promise<ToolResult> | undefined
  #isReady = false

  constructor(binding: Binding, tool: AnyToolDefinition, options: CallOptions) {
    const { abortSignal, ...others } = options
    this.toolName = tool.id
    this.#binding = binding
    this.#tool = tool
    this.#options = others
    this.follow(abortSignal)
  }

  /** Counts the call as streamed unless its whole input is there before the event loop turns. */
  expectStream(): void {
    this.#opening = setImmediate(() => this.#openStream())
  }

  /** Takes a piece of the input's text; resolves when the tool's hook is done with it. */
  async delta(text: string): Promise<void> {
    if (this.#hasInput) return
    this.#text += text
    await this.#openStream().delta(text)
  }

  /** Takes the whole input, the first time it is told. */
  give(input: unknown): void {
    if (this.#hasInput) return
    this.#hasInput = true
    clearImmediate(this.#opening)
    if (this.#open) this.#complete(this.#open, input)
    else this.#callWith(input)
  }

  /** Ends an input that will not go on: what there is of it is judged, and is no JSON. */
  giveUp(): void {
    if (this.#hasInput) return
    this.#hasInput = true
    clearImmediate(this.#opening)
    if (this.#open) this.#open.end()
    else this.#callWith(this.#text)
  }

  /**
   * Resolves with the result where the call ends before it may run, with nothing once only its turn is missing. Asked once
   * its input is whole.
   */
  beforeRun(): Promise<ToolResult | undefined> {
    if (this.#isReady) return Promise.resolve(undefined)
    return new Promise(resolve => {
      this.#waiting.push(resolve)
      this.#begun.then(resolve)
    })
  }

  /** Lets the call run, and resolves with its result. Asked once its input is whole. */
  run(abortSignal: AbortSignal | undefined): Promise<ToolResult> {
    this.follow(abortSignal)
    this.#turn.begin()
    return this.#begun
  }

  /** Cancels the call when a signal is aborted, as the SDK may give another one to each of its parts. */
  follow(abortSignal: AbortSignal | undefined): void {
    if (!abortSignal || this.#followed.has(abortSignal)) return
    const abort = () => this.abort(abortSignal.reason)
    if (abortSignal.aborted) abort()
    else {
      if (this.#followed.size === 0) this.#result?.then(() => this.#release())
      this.#followed.set(abortSignal, onAbort(abortSignal, abort))
    }
  }

  /** Cancels the call, also one whose input never came. */
  abort(reason: unknown): void {
    this.#aborted ??= { reason }
    clearImmediate(this.#opening)
    if (this.#call) this.#call.interruption.cancel(reason)
    else if (this.#open) this.#open.abort(reason)
    else this.#release()
    this.#turn.begin()
  }

  #openStream(): OpenCall {
    clearImmediate(this.#opening)
    if (this.#open) return this.#open
    this.#open = openCall({ ...this.#request(), options: this.#options })
    if (this.#aborted) this.#open.abort(this.#aborted.reason)
    this.#start(this.#open.result)
    return this.#open
  }

  #callWith(input: unknown): void {
    this.#call = new Call({ ...this.#request(), input, options: this.#options, hasResult: true })
    const result = runCall(this.#call, toResult)
    if (this.#aborted) this.#call.interruption.cancel(this.#aborted.reason)
    this.#start(result)
  }

  /** An input that is what its text says was written whole; another one was repaired on its way. */
  #complete(open: OpenCall, input: unknown): void {
    if (isDeepStrictEqual(parsed(this.#text), input)) open.end()
    else open.available(input)
  }

  #request() {
    const { kernel, defaults } = this.#binding
    return { kernel, defaults, tool: this.#tool, toolName: this.#tool.id, turn: this.#turn }
  }

  get #begun(): Promise<ToolResult> {
    if (!this.#result) throw new Error('a held call was asked for its result before its input was given')
    return this.#result
  }

  #start(result: Promise<ToolResult>): void {
    this.#result = result
    if (this.#followed.size > 0) result.then(() => this.#release())
  }

  #reached(): void {
    this.#isReady = true
    for (const resolve of this.#waiting) resolve(undefined)
  }

  #release(): void {
    for (const release of this.#followed.values()) release()
    this.#followed.clear()
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

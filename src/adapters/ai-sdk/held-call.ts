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
  readonly #turn = new Turn()
  readonly #controller = new AbortController()
  readonly #releases: (() => void)[] = []
  #opening: NodeJS.Immediate | undefined
  #open: OpenCall | undefined
  #text = ''
  #hasInput = false
  #begin: (result: Promise<ToolResult>) => void = () => {}
  readonly #result: Promise<ToolResult>

  constructor(binding: Binding, tool: AnyToolDefinition, options: CallOptions) {
    const { abortSignal, ...others } = options
    this.toolName = tool.id
    this.#binding = binding
    this.#tool = tool
    this.#options = { ...others, abortSignal: this.#controller.signal }
    this.#result = new Promise(resolve => {
      this.#begin = resolve
    })
    this.follow(abortSignal)
    this.#result.then(() => this.#release())
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
    else this.#start(input)
  }

  /** Ends an input that will not go on: what there is of it is judged, and is no JSON. */
  giveUp(): void {
    if (this.#hasInput) return
    this.#hasInput = true
    clearImmediate(this.#opening)
    if (this.#open) this.#open.end()
    else this.#start(this.#text)
  }

  /** Resolves with the result where the call ends before it may run, with nothing once only its turn is missing. */
  beforeRun(): Promise<ToolResult | undefined> {
    return Promise.race([this.#turn.reached.then(() => undefined), this.#result])
  }

  /** Lets the call run, and resolves with its result. */
  run(abortSignal: AbortSignal | undefined): Promise<ToolResult> {
    this.follow(abortSignal)
    this.#turn.begin()
    return this.#result
  }

  /** Cancels the call when a signal is aborted, as the SDK may give another one to each of its parts. */
  follow(abortSignal: AbortSignal | undefined): void {
    if (!abortSignal) return
    const abort = () => this.abort(abortSignal.reason)
    if (abortSignal.aborted) abort()
    else this.#releases.push(onAbort(abortSignal, abort))
  }

  /** Cancels the call, also one whose input never came. */
  abort(reason: unknown): void {
    this.#controller.abort(reason)
    clearImmediate(this.#opening)
    if (!this.#open && !this.#hasInput) this.#release()
  }

  #openStream(): OpenCall {
    clearImmediate(this.#opening)
    if (this.#open) return this.#open
    this.#open = openCall({ ...this.#request(), options: this.#options })
    this.#begin(this.#open.result)
    return this.#open
  }

  #start(input: unknown): void {
    const call = new Call({ ...this.#request(), input, options: this.#options, hasResult: true })
    this.#begin(runCall(call, toResult))
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

  #release(): void {
    for (const release of this.#releases.splice(0)) release()
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

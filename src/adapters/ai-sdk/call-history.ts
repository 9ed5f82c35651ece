import { isThenable } from '../../observe/limit.js'
import { quietly } from '../../observe/quietly.js'
import type { Binding } from '../../runtime/binding.js'
import type { ScopeDefaults } from '../../runtime/call-request.js'
import type { Kernel } from '../../runtime/kernel.js'
import type { ToolResult } from '../../runtime/result.js'
import { RecentMap } from './recent-map.js'

/** What is remembered of a call, so that the model sees it again on a later turn. Raw values. */
export interface RememberedCall {
  toolName: string
  /** The input as the model wrote it. */
  input: unknown
  /** The ticket that the call waits with, or waited with. */
  ticket?: string
  /** How the call ended, once it has. */
  ended?:
    | { outcome: 'ok'; output: unknown; modelOutput: unknown }
    | { outcome: Exclude<ToolResult['outcome'], 'ok'>; message: string }
}

/**
 * Where calls are remembered between the turns of a conversation. Values are raw: a store of your own keeps them as safe
 * as the conversation itself. Keys name tenant, conversation and call.
 */
export interface CallMemory {
  get(key: string): RememberedCall | undefined | PromiseLike<RememberedCall | undefined>
  set(key: string, call: RememberedCall): unknown
}

const memories = new WeakMap<Kernel, CallMemory>()

/** What one scope remembers of its calls; nobody else's are found, whatever id a client names. */
export class CallHistory {
  readonly #memory: CallMemory
  readonly #scope: string

  constructor({ kernel, defaults }: Binding, memory: CallMemory = memoryOf(kernel)) {
    this.#memory = memory
    this.#scope = scopeOf(defaults)
  }

  async find(toolName: string, toolCallId: string): Promise<RememberedCall | undefined> {
    return ofTool(toolName, await this.#memory.get(this.keyOf(toolCallId)))
  }

  /**
   * Keeps a call, over what is remembered of it so far; waits only where the memory does. One that fails loses the call,
   * and nothing else: the model is told that its values are not there any more.
   */
  keep(toolCallId: string, next: RememberedCall): void | Promise<void> {
    const key = this.keyOf(toolCallId)
    const known = quietly(() => this.#memory.get(key))
    if (isThenable(known)) return this.#keepLater(key, known, next)
    const kept = quietly(() => this.#memory.set(key, over(known, next)))
    if (isThenable(kept)) return Promise.resolve(kept).then(nothing, nothing)
  }

  /** The key of a call: its own scope's alone. */
  keyOf(toolCallId: string): string {
    return this.#scope + toolCallId
  }

  async #keepLater(
    key: string,
    known: PromiseLike<RememberedCall | undefined>,
    next: RememberedCall,
  ): Promise<void> {
    try {
      await this.#memory.set(key, over(await known, next))
    } catch {
      // The same.
    }
  }
}

function over(known: RememberedCall | undefined, next: RememberedCall): RememberedCall {
  const before = ofTool(next.toolName, known)
  // A call that waited is known by the input that the server saw, whatever was sent back since.
  if (!before || before.ended || before.ticket === undefined) return next
  return { ...next, input: before.input, ticket: next.ticket ?? before.ticket }
}

function ofTool(toolName: string, call: RememberedCall | undefined): RememberedCall | undefined {
  return call?.toolName === toolName ? call : undefined
}

function nothing(): void {}

function scopeOf({ tenant, conversationId }: ScopeDefaults): string {
  return JSON.stringify([tenant ?? null, conversationId ?? null])
}

/** All tools of one runtime share a memory, of this process alone, as they may be made anew for each request. */
function memoryOf(kernel: Kernel): CallMemory {
  const known = memories.get(kernel) ?? new RecentMap<string, RememberedCall>()
  memories.set(kernel, known)
  return known
}
